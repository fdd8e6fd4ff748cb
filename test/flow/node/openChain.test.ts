import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { startNode } from '../../support/startNode.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-open-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const recorded = readFileSync('test/golden/localnet-genesis.json', 'utf8')

/** Starts a home with a genesis file and says the chain id that it came to. */
async function begin(home: string, text: string): Promise<string> {
	const file = `${home}.json`
	writeFileSync(file, text)
	const { settings, genesis } = resolveNodeConfig({ home, genesis: file }, {})
	const node = await startNode({ flags: { home, prefix: settings.prefix, denom: settings.denom }, genesis: genesis! })
	const { chainId } = node.engine
	await node.close()
	return chainId
}

test.each([
	['no JSON', 'not a genesis'],
	['without a chain id', '{"app_state":{}}'],
	['with a state that its modules refuse', recorded.replace(/("balances":[\s\S]*?"amount":\s*)"\d+"/, '$1"-5"')],
])('a genesis %s is refused and keeps a right one out of the home no longer', async (name, text) => {
	const home = join(folder, name)
	await expect(begin(home, text)).rejects.toThrow(/.+/)
	expect(existsSync(join(home, 'data'))).toBe(false)
	expect(existsSync(join(home, 'config.json'))).toBe(false)
	expect(await begin(home, recorded)).toBe(JSON.parse(recorded).chain_id)
})

test('a genesis whose parameters a module refuses is told as one, with the reason of the module', async () => {
	const text = recorded.replace(/"max_memo_characters":\s*"\d+"/, '"max_memo_characters":"0"')
	await expect(begin(join(folder, 'parameters'), text)).rejects.toMatchObject({
		message: 'No chain can begin with this genesis.',
		why: 'value from ParamSetPair is invalid: invalid max memo characters: 0',
		next: 'Mend the named part of app_state in the file.',
	})
})

test('a first start that was killed before its genesis was on disk is done again by the next', async () => {
	const home = join(folder, 'killed')
	await (await openLevelDb(join(home, 'data'), {})).close()
	expect(await begin(home, recorded)).toBe(JSON.parse(recorded).chain_id)
})

test('a chain is not opened with other settings than it began with, and each is named', async () => {
	const home = join(folder, 'settings')
	const config = (of: string) => join(of, 'config.json')
	await begin(home, recorded)
	const kept = JSON.parse(readFileSync(config(home), 'utf8')) as Record<string, string>
	const refusal = async (changed: Record<string, string>) => {
		writeFileSync(config(home), JSON.stringify({ ...kept, ...changed }))
		const fault = await startNode({ flags: { home } }).catch((error: unknown) => error)
		const { message, next } = fault as { readonly message: string; readonly next: string }
		return [message, next]
	}
	expect(await refusal({ denom: 'other' })).toEqual([
		`The denom of this chain is ${kept.denom}, not other.`,
		`Put ${kept.denom} back, or choose another folder with --home.`,
	])
	expect(await refusal({ evmChainId: '5' })).toEqual([
		'This chain began without evmChainId.',
		'Leave it out, or choose another folder with --home.',
	])
	writeFileSync(config(home), JSON.stringify(kept))
	await (await startNode({ flags: { home } })).close()
})

test('a chain with an EVM is not opened without its number', async () => {
	const home = join(folder, 'evm')
	await (await startNode({ flags: { home, evmChainId: '5' } })).close()
	const file = join(home, 'config.json')
	const { evmChainId, ...others } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
	expect(evmChainId).toBe('5')
	writeFileSync(file, JSON.stringify(others))
	await expect(startNode({ flags: { home } })).rejects.toMatchObject({
		message: 'The evmChainId of this chain is 5, not left out.',
		next: 'Put 5 back, or choose another folder with --home.',
	})
})

test('a chain that is to begin again with a genesis its modules refuse goes on as it was', async () => {
	const node = await startNode()
	await node.engine.mine(2)
	const { chainId, height } = node.engine
	const refused = recorded.replace(/("balances":[\s\S]*?"amount":\s*)"\d+"/, '$1"-5"')
	await expect(node.call('admin_reset', { genesis: refused })).rejects.toThrow(
		'The genesis state of bank is not valid.',
	)
	await expect(node.call('admin_reset', { genesis: '{"chain_id":"x","app_state":{}}' })).rejects.toThrow(/./)
	expect([node.engine.chainId, node.engine.height, node.engine.production.running]).toEqual([chainId, height, true])
	await node.engine.mine(1)
	expect(node.engine.height).toBe(height + 1)
	await node.call('admin_reset', { genesis: recorded.replace(/"chain_id":\s*"[^"]*"/, '"chain_id":"another"') })
	expect(node.engine.chainId).toBe('another')
	await node.close()
})
