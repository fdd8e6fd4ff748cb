/** Whether a process lives, one of another user too. No number of a process names none. */
export function isAlive(pid: number): boolean {
	if (!Number.isInteger(pid) || pid <= 0) return false
	try {
		process.kill(pid, 0)
		return true
	} catch (cause) {
		return (cause as NodeJS.ErrnoException).code !== 'ESRCH'
	}
}
