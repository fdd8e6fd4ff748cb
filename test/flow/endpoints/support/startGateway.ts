import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = new URL('../../../../bin/chain-tui.js', import.meta.url).pathname

/** A gateway in a process of its own. */
export interface GatewayProcess {
	readonly process: ChildProcess
	/** Where it listens. */
	readonly url: string
}

/** Starts `endpoints serve` with a home `folder/name` over nodes, with `more` flags, and waits until it listens. */
export async function startGateway(
	folder: string,
	name: string,
	databaseUrl: string,
	upstreams: readonly string[],
	more: readonly string[] = [],
): Promise<GatewayProcess> {
	const flags = ['--database', databaseUrl, '--upstream', upstreams.join(','), ...more]
	const line = [program, 'endpoints', 'serve', ...flags, '--endpoints', '127.0.0.1:0', '--home', join(folder, name)]
	const started = spawn(process.execPath, line, { stdio: ['ignore', 'pipe', 'inherit'] })
	for await (const text of createInterface({ input: started.stdout })) {
		if (text.startsWith('ready '))
			return { process: started, url: (JSON.parse(text.slice(6)) as { endpoints: string }).endpoints }
	}
	throw new RangeError(`${name} ended before it was ready`)
}
