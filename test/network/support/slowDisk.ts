import { spawn, spawnSync } from 'node:child_process'

/** Whether programs can be given a slow disk here: strace holds each sync of a file back. */
export const canSlowDisks = spawnSync('strace', ['-V']).status === 0

/**
 * Holds every sync of running programs back by 200 ms, as a slow disk does.
 *
 * @returns ends it; rejects when a tracer could not follow its program
 */
export function slowDisk(pids: readonly number[]): () => Promise<void> {
	const slow = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync']
	const inject = ['-e', 'inject=fsync,fdatasync:delay_exit=200000']
	const tracers = pids.map((pid) => spawn('strace', [...slow, ...inject, '-p', String(pid)], { stdio: 'ignore' }))
	const codes = tracers.map((one) => new Promise<number | null>((resolve) => one.once('close', resolve)))
	return async () => {
		for (const tracer of tracers) tracer.kill('SIGINT')
		if ((await Promise.all(codes)).includes(1)) throw new RangeError(`strace cannot follow ${pids.join(', ')}`)
	}
}
