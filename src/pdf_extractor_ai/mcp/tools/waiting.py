"""``get_job``: how a long piece of work stands, or an end to it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pdf_extractor_ai.errors import ExtractionCancelledError
from pdf_extractor_ai.mcp.answers import Answer, Call
from pdf_extractor_ai.mcp.jobs import Job, StillRunningError
from pdf_extractor_ai.mcp.tools.base import OBJECT, Arguments, Request, Tool


class JobArguments(Arguments):
    """A job."""

    job_id: str
    wait_seconds: Annotated[float, Field(ge=0, le=18)] = 15
    cancel: bool = False


def running(job: Job) -> Answer:
    """The answer for a job that goes on: its state and the call that asks again."""
    percent = round(job.share * 100)
    return Answer(
        facts={"job": {"id": job.id, "state": "running", "percent": percent, "doing": job.note}},
        head=f"Still {job.label}: {percent} % ({job.note}).",
        next=Call("get_job", {"job_id": job.id}),
    )


async def get_job(arguments: JobArguments, request: Request) -> Answer:
    """The state of a job; its answer, or the call that gives it, once it is done."""
    job = request.services.jobs.get(arguments.job_id)
    if arguments.cancel and not job.task.done():
        job.task.cancel()
        return Answer(facts={"job": {"id": job.id, "state": "cancelled"}}, head=f"Cancelled: {job.label}.")
    if not job.task.done():
        try:
            await request.services.jobs.wait(job, min(arguments.wait_seconds, request.seconds_left), request.report)
        except StillRunningError:
            return running(job)
    if job.state == "cancelled":
        raise ExtractionCancelledError(f"{job.label} was cancelled", remedy="Repeat the call that started it.")
    result = job.task.result()
    facts = {"id": job.id, "state": "done", "percent": 100}
    if job.then is not None:
        return Answer(facts={"job": facts}, head=f"Done: {job.label}.", next=job.then)
    answer: Answer = result
    return Answer(facts={"job": facts, "result": dict(answer.facts)}, head=answer.head)


GET_JOB = Tool(
    name="get_job",
    group="",
    description="State of a job that another tool handed out; cancel=true ends it.",
    arguments=JobArguments,
    output={"job": OBJECT, "result": OBJECT, "next": OBJECT},
    required=("job",),
    run=get_job,
)
