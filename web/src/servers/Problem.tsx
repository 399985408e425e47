import type { ConnectProblem } from "../tools/connectProblem";

/** Why a server was not reached, and what to do. */
export function Problem({ of, problem }: { of: string; problem: ConnectProblem }) {
  return (
    <div className="server-problem" role="alert" data-testid="tools-error" data-cause={problem.cause}>
      <p>
        Could not connect to {of}: {problem.what}
      </p>
      {problem.advice && <p className="server-advice">{problem.advice}</p>}
    </div>
  );
}
