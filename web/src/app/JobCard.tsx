import { cancelJob } from "../commands/cleanUp";
import { runCommand } from "../commands/registry";
import { useJob } from "../state/job";
import { Button } from "../ui/Button";
import { Progress } from "../ui/Progress";

/** Progress of the work on the document, above the notice; it fades in when the work takes longer. */
export function JobCard() {
  const job = useJob((store) => store.job);
  if (!job) return null;
  return (
    <section className="notice job" aria-label={job.title} data-testid="job" data-fraction={job.fraction ?? ""}>
      <div className="job-text">
        <p>
          <b>{job.title}</b> <span className="notice-detail">{job.message}</span>
        </p>
        <Progress label={job.title} fraction={job.fraction} />
      </div>
      <Button onClick={() => void runCommand(cancelJob)} data-testid="job-cancel">
        Cancel
      </Button>
    </section>
  );
}
