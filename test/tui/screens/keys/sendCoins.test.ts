import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { KeyInfo, TxProgress } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { KeysModel } from '../../../../src/tui/screens/keys/KeysModel.ts'
import { sendCoins } from '../../../../src/tui/screens/keys/sendCoins.ts'
import { until } from '../../../support/until.ts'
import { addressOf, type ChainDouble } from '../../support/chainDouble.ts'
import { keysApp } from './keysApp.ts'

let app: TuiApp
let model: KeysModel
let chain: ChainDouble
/** What the chain was asked to send. */
let sent: unknown[]

const hex = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const ofHex = 'chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e'

beforeEach(async () => {
	;({ app, model, chain } = await keysApp())
	sent = []
	const send = chain.send.bind(chain)
	chain.send = (...asked) => {
		sent.push(asked)
		return send(...asked)
	}
})

const form = (): Form => app.topOverlay as Form
const enter = (): void => void form().commands()[0]!.run()
/** The problem and the hint of a field with a text. */
const said = (id: string, text: string): readonly (string | undefined)[] => {
	const field = form().field(id)!
	field.buffer.set(text)
	return [field.problem, field.options.hint?.(field.value)]
}

describe('who gets coins', () => {
	it('who gets coins is a name or an address of either form, and its address is told where another text is typed', () => {
		sendCoins(model)
		const damaged = `${ofHex.slice(0, -1)}f`
		const [wrong, short] = [said('to', damaged)[0], said('to', '0X12')[0]]
		expect(wrong).toContain('checksum')
		expect(short).toBe(said('to', ' 0x12 ')[0])
		expect(short).not.toContain('neither')
		for (const [text, problem, hint] of [
			['', 'who gets the coins?', ''],
			['  ', 'who gets the coins?', ''],
			['nobody', 'neither a key of yours nor an address (chain1… or 0x…)', ''],
			['bob', undefined, addressOf('bob')],
			[' bob ', undefined, addressOf('bob')],
			[hex, undefined, ofHex],
			[` ${hex} `, undefined, ofHex],
			[` ${ofHex} `, undefined, ''],
			[damaged, wrong, ''],
			[` ${damaged} `, wrong, ''],
		])
			expect(said('to', text!), text).toEqual([problem, hint])
	})
})

describe('how much is sent', () => {
	it('an amount is told in both units, and without one what the key has', async () => {
		sendCoins(model)
		const wrong = 'an amount such as 5 CHAIN'
		expect(said('amount', '')).toEqual([wrong, 'you have 0 CHAIN'])
		model.balances.set(addressOf('alice'), [{ denom: 'uchain', amount: '7000000' }])
		expect(said('amount', '0')).toEqual([wrong, 'you have 7 CHAIN'])
		expect(said('amount', '2.5')).toEqual([undefined, '2.50 CHAIN · 2500000uchain'])
	})

	it('a key without coins says so in place of them, with the faucet that gives some', async () => {
		chain.balances = async () => []
		sendCoins(model)
		await until(() => said('amount', '')[1] === 'it has too few coins: Ctrl-G asks the faucet')
		expect(
			form()
				.commands()
				.find(({ id }) => id === 'form.make')?.footer,
		).toBe(0)
	})
})

describe('what is sent', () => {
	const fill = (values: Readonly<Record<string, string>>): void => {
		for (const [id, value] of Object.entries(values)) form().field(id)!.buffer.set(value)
	}

	it('coins go to the address that was told, with a memo only where one is typed', async () => {
		sendCoins(model)
		fill({ to: hex, amount: '2.5' })
		enter()
		await until(() => app.topOverlay === undefined)
		sendCoins(model)
		fill({ to: ' bob ', amount: '3uchain', memo: 'for lunch' })
		enter()
		await until(() => app.topOverlay === undefined)
		expect(sent).toEqual([
			['alice', ofHex, [{ denom: 'uchain', amount: '2500000' }], {}],
			['alice', addressOf('bob'), [{ denom: 'uchain', amount: '3' }], { memo: 'for lunch' }],
		])
		expect(app.outbox.entries.map(({ label }) => label).toSorted()).toEqual([
			'0.000003 CHAIN to bob',
			`2.50 CHAIN to ${app.shortName(ofHex, 20)}`,
		])
	})

	it('coins that the chain refuses keep their form, with the reason and what the key lacks', async () => {
		chain.failure = {
			...{ state: 'failed', problem: 'alice has too few coins', next: 'Send less.', codespace: 'sdk', code: 5 },
			...{ log: 'insufficient funds', hash: '' },
		} as Extract<TxProgress, { state: 'failed' }>
		sendCoins(model)
		fill({ to: 'bob', amount: '5' })
		enter()
		await until(() => form().error !== '')
		expect([form().error, form().errorNext, app.outbox.entries.length]).toEqual([
			...['alice has too few coins', 'Send less.', 0],
		])
		await until(() => said('amount', '')[1] === 'it has too few coins: Ctrl-G asks the faucet')
	})

	const council: KeyInfo = { name: 'council', address: addressOf('council'), kind: 'multi', threshold: 1 }

	it('coins of a multisig key are signed by the members that were chosen, or by those that the client chooses', async () => {
		app.set({ keys: [...app.state.keys, { ...council, members: ['AxYzalice', 'AxYzbob'] }] })
		for (const isChosen of [false, true]) {
			model.list.select('council')
			sendCoins(model)
			fill({ to: 'bob', amount: '5' })
			const members = form().field('members of council')!
			expect(members.visible).toBe(true)
			if (isChosen) members.picks?.toggle(1)
			enter()
			await until(() => app.topOverlay === undefined)
		}
		expect(sent).toMatchObject([
			['council', addressOf('bob'), [{ amount: '5000000' }], {}],
			['council', addressOf('bob'), [{ amount: '5000000' }], { members: ['bob'] }],
		])
		expect((sent as unknown[][])[0]?.[3]).toEqual({})
	})

	it('coins of a multisig key whose members are elsewhere are a transaction for them to sign, and the form closes', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'chain-tui-send-'))
		onTestFinished(() => rmSync(directory, { recursive: true }))
		Object.assign(app, { directory })
		const asked: unknown[] = []
		chain.multisig = (async (...options: unknown[]) => {
			asked.push(options)
			return {
				...{ signer: { sequence: 5n }, key: council, threshold: 2, isComplete: false, unsignedJson: '{}' },
				sign: async (names: unknown) => void asked.push(names),
				members: async () => [],
			}
		}) as never
		app.set({ keys: [...app.state.keys, { ...council, threshold: 2, members: ['AxYzalice', 'Astranger'] }] })
		model.list.select('council')
		sendCoins(model)
		const first = form()
		fill({ to: 'bob', amount: '5', memo: 'rent' })
		enter()
		await until(() => app.topOverlay?.title === 'Signatures of council' && !app.state.overlays.includes(first))
		const value = {
			...{ fromAddress: council.address, toAddress: addressOf('bob') },
			amount: [{ denom: 'uchain', amount: '5000000' }],
		}
		expect(asked).toEqual([
			['council', [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], { memo: 'rent' }],
			['alice'],
		])
		expect(sent).toHaveLength(0)
	})
})
