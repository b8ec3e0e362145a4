/** A wrong argument, a folder that is no remote, or a mistake in the remote. Its message is for the team that wrote it. */
export class ProjectError extends Error {}
