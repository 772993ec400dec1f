"""The words that name figures, tables and contents pages in many languages; parts of regular expressions, no case."""

FIGURE = (
    r"(?:fig(?:ure|uur|ur|\.)?|figura|abb(?:ildung|\.)?|bild|schaubild|grafik|afb(?:eelding|\.)?|gr[aá]fic[oa]|gráfico"
    r"|graphique|illustration|ilustraci[oó]n|ilustração|rys(?:unek|\.)?|obr(?:ázek|\.)?|slika|kuva|kuvio|şekil|ábra|hình"
    r"|рис(?:унок|\.)?|мал(?:юнок|\.)|фиг(?:ура|\.)|σχήμα|εικόνα|איור|תרשים|(?:ال)?شكل|شکل|図|图|圖|그림"
    r"|chart|diagram|plate|scheme|exhibit|photo)"
)
TABLE = (
    r"(?:table|tab\.|tabelle|tabel|tabell|tabla|tableau|tabella|tabela|tabulka|tablica|taulukko|tablo|táblázat|bảng"
    r"|таблица|таблиця|табл\.|πίνακας|טבלה|(?:ال)?جدول|表|표)"
)
CONTENTS = (
    r"(?:(?:table of )?contents|list of (?:figures|tables|examples|listings)|inhalt(?:sverzeichnis)?"
    r"|(?:abbildungs|tabellen)verzeichnis|table des matières|sommaire|tabla de contenidos?|índice(?: general)?"
    r"|contenidos?|indice|sommario|sumário|conteúdo|inhoud(?:sopgave)?|innehåll(?:sförteckning)?|innhold"
    r"|indhold(?:sfortegnelse)?|sisällys(?:luettelo)?|tartalom(?:jegyzék)?|spis treści|obsah|kazalo|sadržaj|cuprins"
    r"|içindekiler|daftar isi|mục lục|содержание|оглавление|зміст|съдържание|(?:πίνακας )?περιεχομένων|περιεχόμενα"
    r"|תוכן(?: ה?עניינים)?|(?:فهرس )?المحتويات|فهرست(?: مطالب)?|目[录錄次]|목차|차례)"
)
