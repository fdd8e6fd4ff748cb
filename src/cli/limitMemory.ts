/** What of a process the function below needs; `execve` is Node's own from 22.15 on. */
type Replaceable = Pick<NodeJS.Process, 'platform' | 'env' | 'execPath' | 'execArgv' | 'argv'> & {
	execve?(file: string, args: readonly string[], env: NodeJS.ProcessEnv): void
}

/** Megabytes of each half of the space for the app's young objects: more keeps more of the garbage of frames, and saves nothing. */
const youngSpace = '--max-semi-space-size=4'

/**
 * Replaces this process by the same one with less room for garbage, and whose C library gives back what it freed. By itself
 * that keeps a store for each of some fourteen threads, and in each of them twice as much as the largest block that was ever
 * freed. It reads these two limits (mallopt(3)) only before a process starts. Nothing happens where the user or
 * scripts/start.sh (npm start) has set one, and where a process cannot be replaced. The start takes 30 ms longer: the app alone
 * is worth it.
 */
export function limitMemory(self: Replaceable): void {
	const { env } = self
	if (self.platform !== 'linux' || self.execve === undefined) return
	if (env.MALLOC_ARENA_MAX !== undefined || env.MALLOC_TRIM_THRESHOLD_ !== undefined) return
	self.execve(self.execPath, [self.execPath, youngSpace, ...self.execArgv, ...self.argv.slice(1)], {
		...env,
		MALLOC_ARENA_MAX: '2',
		MALLOC_TRIM_THRESHOLD_: '131072',
	})
}
