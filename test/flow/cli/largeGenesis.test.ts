import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../src/cli/CommandContext.ts'
import { loadLargeGenesis } from '../../../src/cli/support/genesisProgress.ts'
import { hasChain } from '../../../src/cli/support/home.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { openFilesIn, tellsOpenFiles } from '../../support/openFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-large-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Begins the chain of a home with a genesis file, as for one that is too large for the memory; what is said meanwhile. */
async function begin(name: string, genesisFile: string | undefined, stopped = new AbortController().signal) {
	const home = join(folder, name)
	let said = ''
	const io = { onTerminal: true, stopped, stderr: (text: string) => (said += text) }
	const context = { io } as unknown as CommandContext
	const { genesisFile: _usual, ...config } = resolveNodeConfig({ home }, {})
	const begun = loadLargeGenesis(context, { ...config, home, ...(genesisFile === undefined ? {} : { genesisFile }) })
	const fault = await begun.then(
		() => undefined,
		(cause: unknown) => cause,
	)
	if (tellsOpenFiles) expect(openFilesIn(folder)).toEqual([])
	return { home, said, fault }
}

const recorded = join(folder, 'recorded.json')
copyFileSync('test/golden/localnet-genesis.json', recorded)

describe('a chain that begins with a large genesis file', () => {
	test('a chain of a large file is begun once, with a line that says how far it is', async () => {
		const { home, said, fault } = await begin('good', recorded)
		expect([fault, hasChain(home)]).toEqual([undefined, true])
		expect(said).toMatch(/^(\r\u001b\[K\w+ [^\r]+)+\r\u001b\[K$/)
		// Another file changes nothing of a chain that is there.
		expect(await begin('good', join(folder, 'missing.json'))).toEqual({ home, said: '', fault: undefined })
	})

	test('a chain of a large file has nothing of a start that was cut off before', async () => {
		const { data } = homePaths(join(folder, 'cut off'))
		mkdirSync(data, { recursive: true })
		writeFileSync(join(data, 'LOCK'), '')
		const key = utf8('left')
		const building = await openLevelDb(join(`${data}.new`, 'data'))
		const batch = building.batch()
		batch.put(key, key)
		await building.write(batch, { sync: true })
		await building.close()
		const { home, fault } = await begin('cut off', recorded)
		expect([fault, hasChain(home)]).toEqual([undefined, true])
		const db = await openLevelDb(data)
		expect(db.get(key)).toBeUndefined()
		await db.close()
		expect(existsSync(`${data}.new`)).toBe(false)
	})

	test('a home without a large file is left alone', async () => {
		const { home, said, fault } = await begin('none', undefined)
		expect([said, fault, existsSync(home)]).toEqual(['', undefined, false])
	})

	test('a chain of a large file that is stopped is not begun, and says so', async () => {
		const { home, said, fault } = await begin('stopped', recorded, AbortSignal.abort())
		expect(fault).toMatchObject({ message: 'The chain was not begun: it was stopped.', why: 'Nothing was kept.' })
		expect([hasChain(home), said.endsWith('\r\u001b[K') || said === '']).toEqual([false, true])
	})

	test('a fault of a large file is told as it is', async () => {
		const file = join(folder, 'faulty.json')
		writeFileSync(file, readFileSync(recorded, 'utf8').slice(0, -9))
		const { home, fault } = await begin('faulty', file)
		expect(fault).toMatchObject({ message: expect.stringContaining('JSON') })
		expect(hasChain(home)).toBe(false)
	})
})
