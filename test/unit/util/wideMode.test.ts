import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { wideMode } from '../../../src/util/fileModes.ts'
import { startNode } from '../../support/startNode.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-modes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a file that only its owner may read, or that is not there, is no matter', () => {
	const file = join(folder, 'closed')
	expect(wideMode(file)).toBe('')
	writeFileSync(file, '', { mode: 0o600 })
	expect(wideMode(file)).toBe('')
	chmodSync(file, 0o640)
	expect(wideMode(file)).toBe(`${file} may be read by other users of this machine (mode 640): close it with chmod 600.`)
})

it('who opens a keyring that others may read hears so', async () => {
	const options = { folder: join(folder, 'keyring'), settings: defaultChainSettings, backend: 'file' as const }
	const cost = { memoryKiB: 8, iterations: 1, parallelism: 1 }
	const keyring = await openKeyring({ ...options, cost })
	await keyring.unlock('long enough')
	await keyring.create('alice')
	expect((await openKeyring(options)).notice).toBe('')
	chmodSync(join(folder, 'keyring', 'keys.json'), 0o644)
	expect((await openKeyring(options)).notice).toContain(
		'keys.json may be read by other users of this machine (mode 644)',
	)
})

it('a node whose signing key others may read says so in its log', async () => {
	const home = join(folder, 'home')
	const lines: string[] = []
	const log = (_level: string, _source: string, message: string): void => void lines.push(message)
	await (await startNode({ flags: { home }, log })).close()
	expect(lines.filter((line) => line.includes('other users'))).toEqual([])
	chmodSync(homePaths(home).validatorKey, 0o644)
	await (await startNode({ flags: { home }, log })).close()
	expect(lines.filter((line) => line.includes('other users'))).toEqual([expect.stringContaining('(mode 644)')])
})
