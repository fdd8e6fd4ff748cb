import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** A running program of the reference and the ports it was told. */
export interface GoProgram {
	/** Ends the program and waits for its end. */
	stop(): Promise<void>
}

/** Runs a command of the reference to its end. Throws with its error output when it fails. */
export function runGo(program: string, args: readonly string[]): string {
	const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
	if (result.status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${result.error ?? result.stderr}`)
	return result.stdout
}

/** Starts a command of the reference that runs until it is stopped; its output goes to a file. */
export function startGo(program: string, args: readonly string[], logFile: string): GoProgram {
	const log = openSync(logFile, 'w')
	const child: ChildProcess = spawn(program, args, { stdio: ['ignore', log, log] })
	closeSync(log)
	// Nothing of it is left behind when this program ends before its time.
	const kill = () => child.kill('SIGKILL')
	process.once('exit', kill)
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
	return {
		async stop() {
			child.kill('SIGTERM')
			const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
			await ended
			clearTimeout(timer)
			process.off('exit', kill)
		},
	}
}

/** Ports of loopback that were free a moment ago. */
export async function freePorts(count: number): Promise<readonly number[]> {
	const servers = Array.from({ length: count }, () => createServer())
	const ports = await Promise.all(
		servers.map(
			(server) =>
				new Promise<number>((resolve) => {
					server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
				}),
		),
	)
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
	return ports
}

/** Sets values of a TOML file, each by the start of its line within a section (empty: before the first). */
export function setToml(
	file: string,
	values: readonly (readonly [section: string, key: string, value: string])[],
): void {
	let section = ''
	const lines = readFileSync(file, 'utf8')
		.split('\n')
		.map((line) => {
			section = /^\[(.*)\]$/.exec(line)?.[1] ?? section
			const found = values.find(([within, key]) => within === section && line.startsWith(`${key} = `))
			return found === undefined ? line : `${found[1]} = ${found[2]}`
		})
	writeFileSync(file, lines.join('\n'))
}

/** Waits until a check gives something, asked again and again. Throws after a minute. */
export async function until<T>(check: () => Promise<T | undefined>, what: string): Promise<T> {
	const end = Date.now() + 60_000
	for (;;) {
		try {
			const found = await check()
			if (found !== undefined) return found
		} catch (error) {
			if (Date.now() > end) throw error
		}
		if (Date.now() > end) throw new Error(`waited a minute for ${what}`)
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
}
