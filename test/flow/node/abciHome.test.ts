import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AbciNodeOptions, createAbciNode } from '../../../src/node/createAbciNode.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { logFiles } from '../../../src/node/logFile.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { listen } from '../../../src/serve/listen.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { openFilesIn, openListeners, tellsOpenFiles } from '../../support/openFiles.ts'

let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-abci-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** An application for an engine that never comes. */
function open(flags: object = {}, options: Partial<AbciNodeOptions> = {}) {
	const off = { rpc: 'off', rest: 'off', grpc: 'off', endpoints: 'off', eth: 'off', metrics: 'off' }
	const config = { ...resolveNodeConfig({ home, ...off, ...flags }, {}), home }
	return createAbciNode(config, { address: 'tcp://127.0.0.1:0', log: silentLog, onFailure: () => {}, ...options })
}

const told = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const engineUrl = 'http://127.0.0.1:1'

describe('an application that an engine drives', () => {
	test('an application that an engine drives tells its home that it runs, and leaves nothing open when it ends', async () => {
		const before = openListeners()
		let ends = 0
		const signatures = { hand: () => undefined, isGood: () => false, close: () => void ends++ }
		const application = await open({ metrics: '127.0.0.1:0' }, { engineUrl, signatures })
		expect(readRunningNode(home)).toEqual({ pid: process.pid, chainId: 'chain-localnet' })
		expect(openListeners()).toBe(before + 2)
		if (tellsOpenFiles) expect(openFilesIn(home)).toContain(logFiles(home)[1])
		const serving = application.serve(new AbortController().signal).catch((fault: unknown) => fault)
		await application.close()
		expect(await serving).toMatchObject({ name: 'AbortError' })
		expect([readRunningNode(home), openListeners(), ends]).toEqual([undefined, before, 1])
		if (tellsOpenFiles) expect(openFilesIn(home)).toEqual([])
		expect(readFileSync(logFiles(home)[1], 'utf8')).toContain(
			`"msg":"listening on ${application.address}, at height 0"`,
		)
	})

	test.each([
		['chain-localnet', undefined],
		['chain_2222-1', '2222'],
	])(
		'the home of the application of %s keeps the number of its EVM, %s, and where its engine is',
		async (chainId, number) => {
			for (const options of [{ engineUrl }, {}]) {
				await (await open({ chainId }, options)).close()
				expect((told(homePaths(home).config) as { readonly evmChainId?: string }).evmChainId).toBe(number)
				// A start that names no engine forgets none.
				expect(told(homePaths(home).network)).toEqual({ engineUrl })
			}
		},
	)

	test('the application of a chain without an EVM refuses to serve one, before it looks for its engine', async () => {
		const eth = '127.0.0.1:0'
		const application = await open({ eth }, { engineUrl })
		await expect(application.serve(new AbortController().signal)).rejects.toThrow('This chain has no EVM.')
		await application.close()
		const other = await open({ eth, chainId: 'chain_2222-1' }, { engineUrl })
		const serving = other.serve(new AbortController().signal).catch((fault: unknown) => fault)
		await other.close()
		expect(await serving).toMatchObject({ name: 'AbortError' })
	})

	test('an application whose address is taken says so, and leaves nothing open, with metrics and without', async () => {
		const other = createServer()
		const port = await listen(other, '127.0.0.1', 0)
		const before = openListeners()
		for (const metrics of ['127.0.0.1:0', 'off']) {
			const refused = open({ metrics }, { address: `tcp://127.0.0.1:${port}` })
			await expect(refused).rejects.toThrow(`127.0.0.1:${port}`)
			await expect.poll(openListeners).toBe(before)
			if (tellsOpenFiles) expect(openFilesIn(home)).toEqual([])
		}
		await new Promise((resolve) => other.close(resolve))
	})
})
