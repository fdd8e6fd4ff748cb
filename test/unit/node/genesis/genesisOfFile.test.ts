import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memorySource } from '../../../../src/codec/goJson/JsonScanner.ts'
import { migrateGenesis } from '../../../../src/migrate/migrateGenesis.ts'
import { outlineGenesis } from '../../../../src/migrate/outlineGenesis.ts'
import { OldGenesisError, resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-genesis-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const old = 'examples/genesis/generation-8.json'
const home = join(folder, 'home')

async function migrated(): Promise<string> {
	let text = ''
	await migrateGenesis(memorySource(readFileSync(old)), (part) => {
		text += part
	})
	return text
}

test('a genesis of generation 8 is not started: the error names the migration', () => {
	expect(() => resolveNodeConfig({ home, genesis: old }, {})).toThrow(OldGenesisError)
	expect(() => resolveNodeConfig({ home, genesis: old }, {})).toThrow(/is of generation 8/)
})

test('a chain that begins with a file takes prefix and denomination from the file', async () => {
	const file = join(folder, 'new.json')
	writeFileSync(file, await migrated())
	expect(resolveNodeConfig({ home, genesis: file }, {}).settings).toMatchObject({ prefix: 'kava', denom: 'ukava' })
	expect(resolveNodeConfig({ home, genesis: file }, {}).minimumGasPrices).toBe('0.01ukava')
})

test('a prefix that is asked for wins over that of the file', async () => {
	const file = join(folder, 'asked.json')
	writeFileSync(file, await migrated())
	expect(resolveNodeConfig({ home, genesis: file, prefix: 'other' }, {}).settings.prefix).toBe('other')
})

test.each([
	['no JSON', 'nonsense'],
	['an empty object', '{}'],
	['a list', '[]'],
])('the outline of %s is that of a genesis without accounts', (_, text) => {
	expect(outlineGenesis(memorySource(Buffer.from(text)))).toEqual({
		generation: 9,
		prefix: undefined,
		denom: undefined,
	})
})
