import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyInfo, NetworkStatus, NodeStatus } from '../../../src/client/index.ts'
import type { Pulse } from '../../../src/tui/app/charts/Pulses.ts'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import type { HomeModel } from '../../../src/tui/screens/home/HomeModel.ts'
import type { KeysModel } from '../../../src/tui/screens/keys/KeysModel.ts'
import { keyDetailRows } from '../../../src/tui/screens/keys/KeysScreen.tsx'
import type { NetworkModel } from '../../../src/tui/screens/network/NetworkModel.ts'
import { addressOf, ChainDouble } from '../support/chainDouble.ts'
import { networkOfFour } from '../support/networkOfFour.ts'
import { placesApp } from '../support/placesApp.ts'
import { renderPart } from '../support/renderPart.tsx'

const now = Date.parse('2026-01-01T00:01:40Z')
let app: TuiApp
let status: NodeStatus

function modelOf<Model>(id: string): Model {
	return app.screens.find((screen) => screen.id === id)!.model as Model
}

/** The rows of a screen, without frames between panels beside each other. */
function rows(id: string, width: number, height: number): readonly string[] {
	app.set({ screen: id })
	const part = renderPart(app.screen.view(), { width, height, app })
	try {
		return part.text().split('\n')
	} finally {
		part.unmount()
	}
}

/** The inside of the panel in which a text begins a row. */
const inside = (row: string | undefined): string => row?.replace(/^│ /, '').replace(/ +│.*$/, '') ?? ''

beforeEach(async () => {
	vi.useFakeTimers({ now, toFake: ['Date'] })
	app = placesApp({})
	const chain = new ChainDouble({ keys: ['alice', 'bob'], time: now - 10_000 })
	status = await chain.status()
	app.client = chain
	app.set({ status, phase: 'ready', now, keys: await chain.keys.list(), current: 'alice' })
})
afterEach(() => {
	vi.useRealTimers()
})

describe('the round of a network', () => {
	const round = (part: Partial<NetworkStatus>): readonly string[] => {
		app.set({ status: { ...status, kind: 'remote' } })
		modelOf<NetworkModel>('network').reading = { ...networkOfFour, since: new Date(now).toISOString(), ...part }
		return rows('network', 100, 24).slice(1, 7).map(inside)
	}

	it('the round of a network says who proposes, how much of the power voted, and who is missing', () => {
		expect(round({})).toEqual([
			...['deciding    1,205  round 1, precommit', 'proposer    node2'],
			'prevotes    ███████████████░░░░░ 75 % of the power, enough',
			'precommits  ██████████░░░░░░░░░░ 50 % of the power',
			...['missing     node1', 'seen from   http://127.0.0.1:26657'],
		])
		const [first] = networkOfFour.validators
		const gone = { ...first!, name: '', address: 'AB'.repeat(20), commits: ['signed', 'absent'] as const }
		expect(
			round({ validators: [gone, { ...gone, name: 'b' }], prevotes: 2 / 3, precommits: 0.667 }).slice(2, 5),
		).toEqual([
			'prevotes    █████████████░░░░░░░ 67 % of the power',
			'precommits  █████████████░░░░░░░ 67 % of the power, enough',
			'missing     ABABABA…ABABAB, b',
		])
		expect(round({ validators: [{ ...first!, commits: ['absent', 'signed'] }], proposer: 'CD'.repeat(20) })).toEqual([
			...['deciding    1,205  round 1, precommit', 'proposer    CDCDCDC…CDCDCD'],
			expect.any(String),
			expect.any(String),
			...['missing     nobody', 'seen from   http://127.0.0.1:26657'],
		])
	})

	it.each([
		[30_499, 'round 1, precommit'],
		[30_500, 'round 1, precommit, for 31s'],
		[125_000, 'round 1, precommit, for 2m'],
		[-5_000, 'round 1, precommit'],
	])('the round of a network that began %i ms ago is told as %j', (ms, words) => {
		expect(round({ since: new Date(now - ms).toISOString() })[0]).toBe(`deciding    1,205  ${words}`)
	})
})

describe('the panels of Home say', () => {
	it('the panels of Home say what the chain is, where it listens, and what is wrong', () => {
		app.pulses.list = [0, 1, 2].map((index) => ({ height: index, time: index * 1_500, blockTime: '', txs: 0, gas: 0 }))
		app.set({
			status: {
				...{ ...status, problem: 'no answer', peers: 3, kind: 'remote', mempoolSize: 1_234 },
				moved: { rest: { asked: '1317' } } as unknown as NonNullable<NodeStatus['moved']>,
			},
		})
		const said = rows('home', 100, 24).map(inside)
		expect(said.slice(1, 10)).toEqual([
			...['height       1  1.5 s blocks', expect.stringMatching(/^app hash {5}[0-9A-F]{10}…[0-9A-F]{9}$/)],
			...['mempool      1,234   3 peers', 'minimum fee  0.01uchain per gas', 'why          no answer'],
			...['REST         http://127.0.0.1:1317 ! 1317 is taken', 'gRPC         127.0.0.1:9090'],
			...['RPC          http://127.0.0.1:26657', 'private RPC  http://127.0.0.1:8545'],
		])
		app.set({ status: { ...status, state: 'paused' } })
		expect(rows('home', 100, 24).map(inside)[1]).toBe('height       1  paused')
	})

	it('the panels of Home say who one is, and how to become somebody', () => {
		const you = (): readonly string[] =>
			rows('home', 100, 24)
				.slice(6, 9)
				.map((row) => row.slice(55).replace(/^│ /, '').replace(/ *│$/, ''))
		app.set({ balances: [{ denom: 'uchain', amount: '1500000' }] })
		expect(you()).toEqual(['alice  chain190vqdj…nfwg7g4evumx', '1.50 CHAIN', ''])
		modelOf<HomeModel>('home').greetings = 1
		expect(you()[2]).toBe('1 greeting on the chain')
		app.set({ keys: [] })
		expect(you()).toEqual(['You have no key yet.', '4 goes to Keys: make one there.', ''])
	})

	it('the panels of Home say which blocks are empty: three or more in a row stand in one row', () => {
		/** Blocks up to ten by their numbers of transactions, the oldest first. */
		const blocks = (...txs: readonly number[]): readonly string[] => {
			app.pulses.list = txs.map(
				(count, index): Pulse => ({
					...{ height: index + 1, time: index * 1_000, txs: count, gas: count * 1_000 },
					blockTime: new Date(now - (txs.length - index) * 1_000).toISOString(),
				}),
			)
			return rows('home', 100, 24)
				.slice(11, 23)
				.map((row) => row.slice(65).replace(/^│ ?/, '').replace(/ *│$/, ''))
				.filter((row) => row !== '')
		}
		expect(blocks(1, 0, 0, 2)).toEqual([
			...['       4   1s  2 txs    ███████', '       3   2s  empty', '       2   3s  empty'],
			'       1   4s  1 tx     ████',
		])
		expect(blocks(0, 0, 0, 1, 0)).toEqual([
			...['       5   1s  empty', '       4   2s  1 tx     ███████', '  1 to 3   3s  3 empty'],
		])
		// As many as there is room for.
		expect(blocks(...Array.from({ length: 40 }, () => 1))).toHaveLength(12)
		expect(blocks(...Array.from({ length: 40 }, (_, index) => index % 3))).toHaveLength(12)
	})
})

describe('the rows of a key', () => {
	it('the rows of a key have what is known of it: coins, path, public key, members', () => {
		const model = modelOf<KeysModel>('keys')
		const alice = app.state.keys[0]!
		expect(keyDetailRows(model, alice)).toEqual([
			['kind', 'signs'],
			['address', alice.address],
			['path', "m/44'/118'/0'/0/0"],
			['public key', 'AxYzalice'],
		])
		const council: KeyInfo = {
			...{ name: 'council', address: addressOf('council'), kind: 'multi', threshold: 2 },
			members: ['AxYzbob', 'AxYzstranger'],
		}
		model.balances.set(
			council.address,
			['uchain', 'foo'].map((denom) => ({ denom, amount: '5000000' })),
		)
		expect(keyDetailRows(model, council)).toEqual([
			['kind', 'multisig'],
			['address', council.address],
			['balance', '5 CHAIN · 5000000uchain'],
			['', '5,000,000 foo'],
			['must sign', '2 of 2'],
			['member', 'bob · AxYzbob'],
			['member', 'AxYzstranger'],
		])
		const eth: KeyInfo = { ...alice, algo: 'eth_secp256k1', ethAddress: '0xAB' }
		expect(keyDetailRows(model, eth).slice(0, 3)).toEqual([
			['kind', 'Ethereum: signs for the EVM too'],
			['address', alice.address],
			['0x address', '0xAB'],
		])
	})

	it('each text in the rows of a key is cut at its own length', () => {
		const model = modelOf<KeysModel>('keys')
		const long = 'x'.repeat(200)
		const key: KeyInfo = { ...app.state.keys[0]!, path: long, pubKey: long, members: [long], threshold: 1 }
		model.balances.set(key.address, [{ denom: long, amount: '7' }])
		const lengths = (): readonly number[] =>
			[...JSON.stringify(keyDetailRows(model, key)).matchAll(/x{4,}/g)].map(([run]) => run.length)
		// The balance behind `7 `, path, public key, and a member that is no key of one’s own, or is one.
		expect(lengths()).toEqual([98, 60, 120, 80])
		app.set({ keys: [key] })
		expect(lengths()).toEqual([98, 60, 120, 80])
	})
})
