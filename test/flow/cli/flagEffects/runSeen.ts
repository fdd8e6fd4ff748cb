import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { logFiles } from '../../../../src/node/logFile.ts'
import { until } from '../../../support/until.ts'
import { GrpcClient } from '../../support/grpcClient.ts'
import { cli } from '../testCli.ts'
import type { FlagEffects, RunSeen } from './testFlags.ts'

/** A node that runs in this process by a command, and what is seen of it. */
export interface SeenNode {
	/** The folder given with `--home` by default. */
	readonly home: string
	/** The flags besides those of all runs. */
	readonly flags: readonly string[]
	/** What the command prints in JSON after this word. */
	said(word: 'listening' | 'ready'): Promise<Readonly<Record<string, string>>>
	/** What its log has so far. */
	log(): string
	/** Has it stop if it has not. */
	end(): Promise<void>
}

/** Any free port of the loopback. */
export const anyPort = '127.0.0.1:0'

/**
 * Runs nodes of a command one after the other, each with a new home below the folder.
 *
 * @param line the command, with flags of all runs
 * @param places what stands for values that the tests know when they run
 */
export function runsOf(
	folder: string,
	line: readonly string[],
	places: Readonly<Record<string, () => string>> = {},
): RunSeen<SeenNode> {
	return async (given, look) => {
		const flags = given.map((text) => places[text]?.() ?? text)
		const home = mkdtempSync(join(folder, 'home-'))
		const stop = new AbortController()
		let [stdout, stderr] = ['', '']
		let over = false
		const ended = cli([...line, '--home', home, ...flags], {
			stopped: stop.signal,
			onStdout: (text) => {
				stdout += text
			},
			onStderr: (text) => {
				stderr += text
			},
		}).finally(() => {
			over = true
		})
		const end = async () => {
			stop.abort()
			const { exit } = await ended
			expect([exit, stderr]).toEqual([0, expect.anything()])
		}
		try {
			return await look({
				home,
				flags,
				said: (word) =>
					until(async () => {
						const said = stdout.split('\n').find((text) => text.startsWith(`${word} {`))
						if (said !== undefined) return JSON.parse(said.slice(word.length)) as Readonly<Record<string, string>>
						return over ? expect.fail(stderr) : undefined
					}),
				log: () => readFileSync(logFiles(home)[1], 'utf8'),
				end,
			})
		} finally {
			await end()
		}
	}
}

/** What a listener answers to a path, as status code; undefined for a listener that is off. */
export async function statusAt(url: string | undefined, path: string, init?: RequestInit): Promise<number | undefined> {
	return url === undefined ? undefined : (await fetch(`${url}${path}`, init)).status
}

/** Result of a method of the EVM's JSON-RPC. */
async function ethCall(url: string | undefined, method: string): Promise<unknown> {
	if (url === undefined) return undefined
	const headers = { 'content-type': 'application/json' }
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
	const reply = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { readonly result?: unknown }
	return reply.result
}

/** Threads that a command of the built program has besides its first one, which Node's report lists. */
async function threadsOf(folder: string, line: readonly string[]): Promise<number> {
	const report = mkdtempSync(join(folder, 'report-'))
	const program = new URL('../../../../bin/chain-tui.js', import.meta.url).pathname
	const node = ['--report-on-signal', '--report-directory', report]
	const child = spawn(process.execPath, [...node, program, ...line, '--home', join(report, 'home')])
	const exited = once(child, 'exit')
	try {
		for await (const text of createInterface({ input: child.stdout })) if (text.startsWith('ready ')) break
		child.kill('SIGUSR2')
		return await until(() => {
			const name = readdirSync(report).find((file) => file.endsWith('.json'))
			const text = name === undefined ? '' : readFileSync(join(report, name), 'utf8')
			// Node writes it in parts; only its last line begins with the bracket.
			return text.trimEnd().endsWith('\n}') ? (JSON.parse(text) as { workers: unknown[] }).workers.length : undefined
		})
	} finally {
		child.kill()
		await exited
	}
}

/** Flags that a command needs for its listeners, and for those of a chain with an EVM, and its threads. */
export interface ServingNeeds {
	readonly plain: readonly string[]
	readonly evm: readonly string[]
	/** Threads besides the first with `--threads 3`. */
	readonly threads: number
}

/** Effects of the flags of all commands that serve clients. */
export function servingEffects(
	folder: string,
	command: string,
	{ plain, evm, threads }: ServingNeeds,
): FlagEffects<SeenNode> {
	const database = join(folder, 'endpoints.sqlite')
	const evmServing = [...evm, '--eth', anyPort]
	const restServing = [...plain, '--rest', anyPort]
	return {
		'--rest': {
			...{ needs: plain, value: anyPort, without: undefined, given: 200 },
			look: async ({ said }) => statusAt((await said('ready')).rest, '/node_info'),
		},
		'--legacy8': {
			...{ needs: plain, value: anyPort, without: undefined, given: 200 },
			look: async ({ said }) => statusAt((await said('ready')).legacy8, '/node_info'),
		},
		'--grpc': {
			...{ needs: plain, value: anyPort, without: undefined, given: 0 },
			look: async ({ said }) => {
				const { grpc } = await said('ready')
				if (grpc === undefined) return undefined
				const client = new GrpcClient(Number(grpc.split(':').at(-1)))
				const path = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo'
				return client
					.call(path, new Uint8Array(0))
					.then(({ code }) => code)
					.finally(() => client.close())
			},
		},
		'--eth': {
			...{ needs: evm, value: anyPort, without: undefined, given: '0x8ae' },
			look: async ({ said }) => ethCall((await said('ready')).eth, 'eth_chainId'),
		},
		'--eth-compat': {
			// A number where geth's is a text in hexadecimal.
			...{ needs: evmServing, value: 'ethermint', without: '0x0', given: 0 },
			look: async ({ said }) => ethCall((await said('ready')).eth, 'net_peerCount'),
		},
		'--endpoints': {
			...{ needs: plain, value: anyPort, without: undefined, given: 200 },
			look: async ({ said }) => statusAt((await said('ready')).endpoints, '/openapi.json'),
		},
		'--manage': {
			...{ needs: [...plain, '--endpoints', anyPort], value: anyPort, without: undefined, given: 200 },
			look: async ({ said, log }) => {
				await said('ready')
				const managed = /managed from other machines on ([\d.:]+)/.exec(log())?.[1]
				return statusAt(managed && `http://${managed}`, '/openapi.json')
			},
		},
		'--database': {
			...{ needs: [...plain, '--endpoints', anyPort], value: `sqlite:${database}`, without: false, given: true },
			look: async ({ said }) => {
				await said('ready')
				return existsSync(database)
			},
		},
		'--metrics': {
			...{ needs: plain, value: anyPort, without: undefined, given: 200 },
			look: async ({ said }) => statusAt((await said('ready')).metrics, '/metrics'),
		},
		'--allowed-origins': {
			...{ needs: restServing, value: 'https://wallet.example', without: null, given: 'https://wallet.example' },
			look: async ({ said }) => {
				const headers = { origin: 'https://wallet.example' }
				const reply = await fetch(`${(await said('ready')).rest}/node_info`, { headers })
				return reply.headers.get('access-control-allow-origin')
			},
		},
		'--threads': {
			// For a program run from its sources there are none.
			...{ needs: [...restServing, '--threads', '1'], value: '3', without: 0, given: threads },
			look: ({ flags }) => threadsOf(folder, [command, ...flags]),
		},
	}
}
