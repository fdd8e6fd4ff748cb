import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
	readNewGenesis,
	readUpgrade,
	readUpgradeAccount,
	readUpgradeOfNode,
	type Upgrade,
} from '../../../../src/client/upgrade/readUpgrade.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import type { MigrationProgress } from '../../../../src/migrate/migrateGenesis.ts'
import { openFilesIn, tellsOpenFiles } from '../../../support/openFiles.ts'
import { providerOf } from '../places/provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

function written(document: unknown): string {
	const path = join(folder, `${++files}.json`)
	writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document))
	return path
}
const addressOf = (byte: number): string => addressToText(new Uint8Array(20).fill(byte), 'kite')
const coin = (amount: string, denom: string) => ({ amount, denom })
const head = { genesis_time: '2026-01-02T03:04:05Z', chain_id: 'kite-2' }

describe('a genesis of generation 8', () => {
	const old = (type: string, value: object) => ({ type: `cosmos-sdk/${type}`, value })
	const coins = [coin('4', 'ukite'), coin('3', 'ubusd'), coin('2', 'uatom'), coin('1', 'uluna')]
	const vesting = old('DelayedVestingAccount', { address: addressOf(2), coins: [coin('5', 'ukite')], end_time: '9' })
	const document = (...accounts: readonly unknown[]) => ({
		...head,
		app_state: { auth: { accounts }, bank: { send_enabled: true }, supply: { supply: [] } },
	})
	const good = [
		old('Account', { address: addressOf(1), coins }),
		vesting,
		old('ModuleAccount', { address: addressOf(3), name: 'mint', permissions: [], coins: [coin('7', 'ukite')] }),
		old('ModuleAccount', { address: addressOf(4), name: 'gov', permissions: [], coins: [] }),
	]

	test('each account of a migrated genesis is told with both kinds, three coins and what to look at first', async () => {
		const [file, target] = [written(document(...good)), join(folder, 'good.json')]
		const { accounts, summary, ...rest } = await readUpgrade(file, target)
		expect(rest).toEqual({ file, generation: 8, target, faults: [] })
		expect(accounts).toEqual([
			{
				index: 2,
				address: addressOf(3),
				before: 'ModuleAccount',
				after: 'ModuleAccount',
				coins: '7ukite',
				problem: 'only a chain that runs mint moves its coins',
			},
			{
				index: 0,
				address: addressOf(1),
				before: 'Account',
				after: 'BaseAccount',
				coins: '4ukite,3ubusd,2uatom',
				problem: '',
			},
			{
				index: 1,
				address: addressOf(2),
				before: 'DelayedVestingAccount',
				after: 'DelayedVestingAccount',
				coins: '5ukite',
				problem: '',
			},
			{ index: 3, address: addressOf(4), before: 'ModuleAccount', after: 'ModuleAccount', coins: '', problem: '' },
		])
		expect(summary).toMatchObject({ chainId: 'kite-2', prefix: 'kite', balances: 3 })
		expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ chain_id: 'kite-2' })
	})

	test('a genesis with accounts that are refused is written nowhere, and they come first with their faults', async () => {
		const broken = [...good.slice(0, 2), 'nobody', null, old('Account', { address: 5, coins: 'many' })]
		const [file, target] = [written(document(...broken)), join(folder, 'broken.json')]
		const { accounts, faults, ...rest } = await readUpgrade(file, target)
		expect(rest).toEqual({ file, generation: 8, target: undefined, summary: undefined })
		expect(
			accounts.map(({ index, address, before, after, coins: held, problem }) => [
				index,
				address,
				before,
				after,
				held,
				problem,
			]),
		).toEqual([
			[2, '', '', '', '', 'accounts[2] must be an object, is a text'],
			[3, '', '', '', '', 'accounts[3] must be an account, is null'],
			[4, '', 'Account', '', '', 'accounts[4].value.address must be an address, is the number 5'],
			[0, addressOf(1), 'Account', 'BaseAccount', '4ukite,3ubusd,2uatom', ''],
			[1, addressOf(2), 'DelayedVestingAccount', 'DelayedVestingAccount', '5ukite', ''],
		])
		expect(faults).toHaveLength(4)
		expect(existsSync(target)).toBe(false)
		expect(readdirSync(folder).filter((name) => name.startsWith('broken.json'))).toEqual([])
	})

	test('the migration of a genesis ends when it is stopped, and leaves no file behind', async () => {
		const file = written(document(...good))
		const stopped = AbortSignal.abort(new Error('stopped by hand'))
		await expect(readUpgrade(file, join(folder, 'stopped.json'), { stopped })).rejects.toThrow('stopped by hand')
		expect(readdirSync(folder).filter((name) => name.startsWith('stopped.json'))).toEqual([])
	})

	test('an account of a genesis is read again as the file has it', async () => {
		const upgrade = { file: written(document(...good)) } as Upgrade
		expect(await readUpgradeAccount(upgrade, 0)).toBe(JSON.stringify(good[0]))
		expect(await readUpgradeAccount(upgrade, 3)).toBe(JSON.stringify(good[3]))
		expect(await readUpgradeAccount(upgrade, 4)).toBe('')
		expect(await readUpgradeAccount({ file: written({ app_state: {} }) } as Upgrade, 0)).toBe('')
	})
})

describe('a genesis of generation 9', () => {
	const plain = (address: string) => ({ '@type': '/cosmos.auth.v1beta1.BaseAccount', address })
	const balances = [
		{ address: addressOf(1), coins: [coin('4', 'ukite'), coin('3', 'ubusd'), coin('2', 'uatom'), coin('1', 'uluna')] },
		{ address: addressOf(9), coins: [coin('6', 'ukite')] },
	]
	const document = (accounts: readonly unknown[]) => ({
		...head,
		app_state: { auth: { accounts }, bank: { balances, supply: [coin('11', 'ukite'), coin('5', 'uosmo')] } },
	})

	test('a genesis of generation 9 is told with its accounts, and its supply beside all balances', async () => {
		const longer = addressToText(new Uint8Array(20), 'swans')
		const module = {
			'@type': '/cosmos.auth.v1beta1.ModuleAccount',
			base_account: { address: longer },
			name: 'mint',
		}
		const file = written(document([plain(addressOf(1)), module, { address: 'nobody' }]))
		expect(await readNewGenesis(file)).toEqual({
			file,
			generation: 9,
			target: file,
			faults: [],
			accounts: [
				{
					index: 0,
					address: addressOf(1),
					before: 'BaseAccount',
					after: 'BaseAccount',
					coins: '4ukite,3ubusd,2uatom',
					problem: '',
				},
				{ index: 1, address: longer, before: 'ModuleAccount', after: 'ModuleAccount', coins: '', problem: '' },
				{ index: 2, address: '', before: '', after: '', coins: '', problem: '' },
			],
			summary: {
				chainId: 'kite-2',
				prefix: 'kite',
				accounts: new Map([
					['BaseAccount', 1],
					['ModuleAccount', 1],
					['', 1],
				]),
				balances: 2,
				supply: new Map([
					['ukite', { supply: 11n, held: 10n }],
					['ubusd', { supply: 0n, held: 3n }],
					['uatom', { supply: 0n, held: 2n }],
					['uluna', { supply: 0n, held: 1n }],
					['uosmo', { supply: 5n, held: 0n }],
				]),
				converted: [],
				unchanged: [],
				leftOut: [],
				moduleAccounts: [],
			},
		})
	})

	test.runIf(tellsOpenFiles)('a genesis is held open while it is read, and no longer', async () => {
		const file = written(document(Array.from({ length: 1000 }, () => plain(addressOf(1)))))
		const open: (readonly string[])[] = []
		await readNewGenesis(file, { progress: () => open.push(openFilesIn(file)) })
		expect(open).toEqual([[file]])
		await expect(readNewGenesis(written('{"app_state":'))).rejects.toThrow()
		await readUpgrade(written({ ...head, app_state: { auth: { accounts: [] } } }), join(folder, 'closed.json'))
		expect(openFilesIn(folder)).toEqual([])
	})

	test('a genesis without chain, accounts and balances is told as empty', async () => {
		for (const document of [{}, { app_state: {} }, { app_state: { auth: {}, bank: {} } }]) {
			expect(await readNewGenesis(written(document))).toMatchObject({
				accounts: [],
				summary: { chainId: '', prefix: '', balances: 0, supply: new Map() },
			})
		}
	})

	test('the reading of a genesis of generation 9 tells each thousand, and ends there when it is stopped', async () => {
		const many = Array.from({ length: 2001 }, (_, index) => plain(addressOf(index % 250)))
		const file = written(document(many))
		const holders = many.map((_, index) => ({ address: `kite1${index}`, coins: [] }))
		const ofHolders = written({ app_state: { bank: { balances: holders } } })
		const told: MigrationProgress[] = []
		await readNewGenesis(file, { progress: (done) => told.push(done) })
		const { length: size } = readFileSync(file)
		expect(told.map(({ step, accounts, size: all }) => [step, accounts, all])).toEqual([
			['accounts', 1000, size],
			['accounts', 2000, size],
		])
		expect(told[0]!.bytes).toBeGreaterThan(0)
		expect(told[1]!.bytes).toBeGreaterThan(told[0]!.bytes)
		await readNewGenesis(ofHolders, { progress: (done) => told.push(done) })
		expect(told.slice(2).map(({ step, accounts }) => [step, accounts])).toEqual([
			['balances', 1000],
			['balances', 2000],
		])
		const stopped = AbortSignal.abort(new Error('stopped by hand'))
		for (const one of [file, ofHolders]) {
			await expect(readNewGenesis(one, { stopped })).rejects.toThrow('stopped by hand')
		}
	})
})

describe('a genesis that is read of a node', () => {
	const time = '2026-01-02T03:04:05Z'
	const block = { block: { header: { chain_id: 'kite-2', height: '26', time } } }
	const greetings = { what: 'greetings', reason: 'a genesis has no place for them' }

	test('what a node of generation 9 tells is read as it is, and tells how far it is', async () => {
		const address = addressOf(1)
		const account = { '@type': '/cosmos.auth.v1beta1.BaseAccount', address }
		const { url } = await providerOf({
			'/cosmos/base/tendermint/v1beta1/blocks/latest': block,
			'/cosmos/auth/v1beta1/accounts?pagination.limit=200': { accounts: [account] },
			[`/cosmos/auth/v1beta1/accounts/${address}`]: { account },
			[`/cosmos/bank/v1beta1/balances/${address}?pagination.limit=200`]: { balances: [coin('5', 'ukite')] },
			'/cosmos/auth/v1beta1/params': { params: {} },
			'/cosmos/bank/v1beta1/params': { params: {} },
		})
		const told: unknown[] = []
		const upgrade = await readUpgradeOfNode(url, folder, undefined, { told: (...done) => told.push(done) })
		const file = join(folder, 'imported.json')
		expect(upgrade).toMatchObject({ file, generation: 9, target: file, unread: [greetings] })
		expect(upgrade.accounts).toMatchObject([{ address, coins: '5ukite' }])
		expect(told).toEqual([
			[0, 1],
			[1, 1],
		])
		const stopped = AbortSignal.abort(new Error('stopped by hand'))
		await expect(readUpgradeOfNode(url, folder, [address], { stopped })).rejects.toThrow('stopped by hand')
	})

	test('what a node of generation 8 tells of some accounts is migrated', async () => {
		const address = addressOf(2)
		const result = { type: 'cosmos-sdk/Account', value: { address, coins: [coin('5', 'ukite')] } }
		const { url } = await providerOf({ '/blocks/latest': block, [`/auth/accounts/${address}?height=26`]: { result } })
		const upgrade = await readUpgradeOfNode(url, folder, [address], {})
		expect(upgrade).toMatchObject({ generation: 8, target: join(folder, 'genesis.json'), unread: [greetings] })
		expect(upgrade.accounts).toMatchObject([{ address, before: 'Account', after: 'BaseAccount', coins: '5ukite' }])
		expect(JSON.parse(readFileSync(upgrade.file, 'utf8'))).toMatchObject({
			app_state: { auth: { accounts: [result] } },
		})
	})
})
