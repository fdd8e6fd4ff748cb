import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import { blockNumberCall, startService, withApplication } from '../../flow/endpoints/support/service.ts'
import { seededRandom } from '../../support/random.js'

const rounds = process.env.CHAIN_TUI_FULL === '1' ? 200 : 15
const connections = 24

let folder: string
let programFolder: string
let program: string

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-kill-'))
	// Beside node_modules, where the program finds its packages.
	const cache = join(import.meta.dirname, '../../../node_modules/.cache')
	mkdirSync(cache, { recursive: true })
	programFolder = mkdtempSync(join(cache, 'chain-tui-kill-'))
	program = join(programFolder, 'gateway.mjs')
	await build({
		entryPoints: [join(import.meta.dirname, 'gatewayProgram.ts')],
		outfile: program,
		bundle: true,
		format: 'esm',
		platform: 'node',
		packages: 'external',
		logLevel: 'error',
	})
})

afterAll(() => {
	rmSync(folder, { recursive: true, force: true })
	rmSync(programFolder, { recursive: true, force: true })
})

/** Sends calls one after the other on each connection until the server is gone. */
async function load(url: string, key: string, counts: { sent: number; answered: number }): Promise<void> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections })
	const call = () =>
		new Promise<boolean>((resolve) => {
			const headers = { 'content-type': 'application/json', 'x-api-key': key }
			const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
				let text = ''
				response.on('data', (chunk) => {
					text += chunk
				})
				response.on('end', () => {
					if (response.statusCode === 200 && text.includes('"result"')) counts.answered++
					resolve(response.complete)
				})
				response.on('error', () => resolve(false))
			})
			outgoing.on('error', () => resolve(false))
			counts.sent++
			outgoing.end(blockNumberCall)
		})
	const one = async () => {
		while (await call());
	}
	await Promise.all(Array.from({ length: connections }, one))
	agent.destroy()
}

it(`a killed gateway loses no count at ${rounds} kills: answered <= counted <= answered + in flight`, async () => {
	const databaseUrl = `sqlite:${join(folder, 'endpoints.sqlite')}`
	const service = await startService({ databaseUrl })
	const { application, key } = await withApplication(service)
	await service.close()
	const next = seededRandom()
	let before = 0
	let answered = 0
	for (let round = 0; round < rounds; round++) {
		const child = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
		const gone = new Promise((resolve) => child.on('exit', resolve))
		const url = await new Promise<string>((resolve, reject) => {
			createInterface({ input: child.stdout }).once('line', resolve)
			child.on('exit', (code) => reject(new TypeError(`the gateway ended with ${code}`)))
		})
		const counts = { sent: 0, answered: 0 }
		const loading = load(`${url}/v1/${application.endpointPath}`, key.key, counts)
		// The moment of the kill is the only thing here that is a matter of time; on a busy machine the first answer takes longer.
		const delay = next() * 300
		const armed = setInterval(() => {
			if (counts.answered === 0) return
			clearInterval(armed)
			setTimeout(() => child.kill('SIGKILL'), delay)
		}, 5)
		await Promise.all([loading, gone])
		const storage = await openStorage(databaseUrl)
		const sum = async (table: 'usage_accounts' | 'usage_applications' | 'ledger') =>
			(await storage.db.selectFrom(table).select('relays').execute()).reduce(
				(total, { relays }) => total + Number(relays),
				0,
			)
		const sums = [await sum('usage_accounts'), await sum('usage_applications'), await sum('ledger')]
		const calls = (await storage.db.selectFrom('statistics').select('calls').execute()).reduce(
			(total, row) => total + Number(row.calls),
			0,
		)
		await storage.close()
		expect(new Set([...sums, calls]).size).toBe(1)
		const counted = calls - before
		before = calls
		expect(counted).toBeGreaterThanOrEqual(counts.answered)
		expect(counted).toBeLessThanOrEqual(counts.sent)
		expect(counts.sent - counts.answered).toBeLessThanOrEqual(2 * connections)
		answered += counts.answered
	}
	// Kills before the first answer prove little.
	expect(answered).toBeGreaterThan(rounds * 10)
}, 1_800_000)
