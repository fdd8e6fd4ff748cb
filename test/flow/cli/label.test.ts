import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LabelBook } from '../../../src/tui/app/names/LabelBook.ts'
import { filePreferences } from '../../../src/tui/app/Preferences.ts'
import { cli } from './testCli.ts'

const address = 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q'
let home: string
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-label-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const run = (...args: string[]) => cli([...args, '--home', home], { env: { CHAIN_TUI_PASSPHRASE: 'long enough' } })

test('labels of the command line and of the app are the same ones', async () => {
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ theme: 'light' }))
	const preferences = filePreferences(home)
	const app = new LabelBook(preferences)
	expect((await run('label', 'set', address, 'exchange, hot')).stderr).toBe(`${address} is ◇exchange, hot.\n`)
	app.refresh()
	expect([app.shown(address), app.addressOf('Exchange, Hot')]).toEqual(['◇exchange, hot', address])
	// What the app adds takes nothing away that came meanwhile.
	await run('label', 'set', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'second of hardhat')
	app.set(address, 'exchange, cold')
	await preferences.flush()
	expect(JSON.parse((await run('label', 'list', '-o', 'json')).stdout)).toEqual({
		labels: [
			{ label: 'exchange, cold', address },
			{ label: 'second of hardhat', address: 'chain1wzvhjux9rqfdcwspp37srdgwp5tac7wg75tx5n' },
		],
	})
	expect((await run('label', 'remove', 'Exchange, cold')).stderr).toContain('is no longer exchange, cold')
	expect(JSON.parse(readFileSync(join(home, 'preferences.json'), 'utf8'))).toMatchObject({ theme: 'light' })
	expect((await run('label', 'remove', address)).stderr).toMatch(/has no label/)
})

test('a label is of one address, which may get it again, written otherwise', async () => {
	const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
	await run('label', 'set', address, 'exchange')
	expect(await run('label', 'set', other, 'Exchange')).toMatchObject({
		exit: 1,
		stderr: 'Error: “Exchange” cannot be a label.\n“exchange” already means somebody else.\nChoose another.\n',
	})
	expect((await run('label', 'set', address, 'Exchange')).stderr).toBe(`${address} is ◇Exchange.\n`)
	expect(JSON.parse((await run('label', 'list', '-o', 'json')).stdout)).toEqual({
		labels: [{ label: 'Exchange', address }],
	})
})

test('a label cannot pass for the name of a key', async () => {
	await run('keys', 'add', 'alice')
	const alice = JSON.parse((await run('keys', 'show', 'alice', '-o', 'json')).stdout) as { address: string }
	expect((await run('label', 'set', address, 'Alice')).stderr).toContain('“alice” already means somebody else')
	expect((await run('label', 'set', alice.address, 'me')).stderr).toContain('That is the address of your key alice.')
	expect((await run('label', 'set', 'chain1nothing', 'x')).exit).toBe(1)
})
