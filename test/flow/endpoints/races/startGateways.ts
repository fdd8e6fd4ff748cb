import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'

/** Two gateways on one database. */
export interface Gateways {
	readonly urls: readonly [string, string]
	stop(): Promise<void>
}

/** Starts two gateways as processes of their own: SQLite blocks the process that waits for a lock. */
export async function startGateways(databaseUrl: string): Promise<Gateways> {
	// Beside node_modules, where the program finds its packages.
	const cache = 'node_modules/.cache'
	mkdirSync(cache, { recursive: true })
	const folder = mkdtempSync(join(cache, 'chain-tui-races-'))
	const program = join(folder, 'gateway.mjs')
	await build({
		entryPoints: ['test/crash/endpoints/gatewayProgram.ts'],
		outfile: program,
		bundle: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
	})
	const running: ChildProcess[] = []
	const start = async (): Promise<string> => {
		const child = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
		running.push(child)
		for await (const line of createInterface({ input: child.stdout })) return line
		throw new TypeError('the gateway did not start')
	}
	// One after the other: the first makes the tables.
	const urls = [await start(), await start()] as const
	return {
		urls,
		async stop() {
			for (const child of running) {
				const ended = new Promise((resolve) => child.once('exit', resolve))
				child.kill('SIGTERM')
				await ended
			}
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
