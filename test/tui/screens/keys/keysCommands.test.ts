import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyInfo } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { KeysModel } from '../../../../src/tui/screens/keys/KeysModel.ts'
import { keyCommands } from '../../../../src/tui/screens/keys/keysCommands.ts'
import { until } from '../../../support/until.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { keysApp } from './keysApp.ts'

let app: TuiApp
let model: KeysModel
let chain: ChainDouble
/** How often the key that signs and its coins were read again. */
let identities: number

const key = (name: string, part: Partial<KeyInfo> = {}): KeyInfo => ({
	...{ name, address: addressOf(name), kind: 'local', pubKey: `AxYz${name}` },
	...part,
})
const command = (id: string) => keyCommands(model).find((one) => one.id === `keys.${id}`)!
const why = (...ids: readonly string[]): readonly string[] => ids.map((id) => whyDisabled(command(id)))
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(async () => {
	;({ app, model, chain } = await keysApp())
	app.set({
		current: 'alice',
	})
	identities = 0
	app.refreshIdentity = () => void identities++
})

describe('why a key of Keys does nothing', () => {
	it('why a key of Keys does nothing is told by what is selected, and by the node', () => {
		const all = ['use', 'send', 'faucet', 'signatures', 'copy', 'qr', 'sign', 'move', 'rename', 'export', 'delete']
		const faucet = 'this chain has no faucet: ask someone who has coins'
		const multi = 'choose a multisig key'
		expect(why(...all)).toEqual(['', '', faucet, multi, '', '', '', '', '', '', ''])
		model.hasFaucet = true
		const none = 'there is no key yet: c makes one'
		app.set({ keys: [key('whale', { kind: 'acting' })] })
		expect(why(...all)).toEqual([none, none, none, multi, none, none, none, none, none, none, none])
		app.set({ keys: [key('tom', { kind: 'watch' })] })
		const away = 'its secret is not here'
		expect(why(...all)).toEqual(['', away, '', multi, '', '', away, '', '', away, ''])
		app.set({ keys: [key('council', { kind: 'multi', threshold: 1, members: [] })] })
		expect(why(...all)).toEqual(['', '', '', '', '', '', away, '', '', away, ''])
		app.client = new ChainDouble({ remote: true })
		expect(why('faucet')).toEqual(['this node has no faucet'])
	})

	it('keys in the footer begin with making one while there is none', () => {
		const footers = (): readonly string[] =>
			keyCommands(model)
				.flatMap(({ id, footer }) => (footer === undefined ? [] : [`${footer} ${id.slice(5)}`]))
				.toSorted()
		expect(footers()).toEqual(['1 use', '2 send', '3 faucet', '4 create', '5 import', '6 copy', '7 transactions'])
		app.set({ keys: [] })
		expect(footers().slice(0, 3)).toEqual(['1 create', '1 use', '2 import'])
	})
})

describe('the keys of Keys', () => {
	it('the keys of Keys use, copy and open the selected key', () => {
		model.list.select('bob')
		const told: unknown[] = []
		app.open = (...target) => void told.push(target)
		app.copy = (text, what) => void told.push([what, text])
		for (const id of ['copy', 'account', 'transactions', 'use']) void command(id).run()
		const bob = addressOf('bob')
		expect(told).toEqual([
			['address', bob],
			['accounts', bob],
			['transactions', bob],
		])
		expect([app.preferences.get('key'), app.state.toast?.text]).toEqual(['bob', 'you are bob now'])
	})

	it('the faucet gives the selected key coins, and its balance is told', async () => {
		model.list.select('bob')
		void command('faucet').run()
		expect(app.state.toast?.text).toBe('the faucet is sending')
		await until(() => app.state.toast?.kind === 'good')
		expect([app.state.toast?.text, chain.calls]).toEqual(['bob has 2,000 CHAIN now', [`faucet ${addressOf('bob')}`]])
		expect(model.balances.get(addressOf('bob'))).toEqual([{ denom: 'uchain', amount: '2000000000' }])
		expect(identities).toBe(1)
	})

	it('the faucet is asked for nothing without a key, nor at a node that has none', async () => {
		const keys = app.state.keys
		app.set({ keys: [] })
		void command('faucet').run()
		app.set({ keys })
		app.client = new ChainDouble({ remote: true })
		void command('faucet').run()
		await settled()
		expect([app.state.toast, chain.calls]).toEqual([undefined, []])
	})

	it('a new key is selected, with its coins', async () => {
		void command('create').run()
		const form = app.topOverlay as Form
		form.field('name')!.buffer.set('carol')
		await form.commands()[0]!.run()
		await until(() => model.balances.has(addressOf('carol')))
		expect([model.selected?.name, model.balances.size]).toEqual(['carol', 3])
	})

	it('signatures are opened from the file of a transaction of the selected key', () => {
		app.set({ keys: [] })
		void command('signatures').run()
		expect(app.topOverlay).toBeUndefined()
		app.set({ keys: [key('council', { kind: 'multi', threshold: 1, members: [] })] })
		void command('signatures').run()
		const form = app.topOverlay as Form
		expect([form.title, form.field('file')?.options.placeholder]).toEqual([
			...['Transaction of council', '/path/to/council-0-unsigned.json'],
		])
		const problem = (text: string): string | undefined => {
			form.field('file')!.buffer.set(text)
			return form.field('file')!.problem
		}
		expect([problem(' '), problem('x')]).toEqual(['the path of the file', undefined])
	})

	it('keys are moved to the other stores, into a file with a passphrase typed twice', async () => {
		void command('move').run()
		const form = app.topOverlay as Form
		expect([form.title, form.field('to')?.value]).toEqual(['Keep the keys elsewhere', 'os'])
		expect([form.field('passphrase')?.visible, form.field('again')?.visible]).toEqual([false, false])
		await form.commands()[0]!.run()
		await until(() => app.state.toast?.kind === 'good')
		expect([app.state.toast?.text, app.topOverlay]).toEqual([
			'keys are kept in the key store of the system now',
			undefined,
		])
		expect(identities).toBe(1)
		void command('move').run()
		const second = app.topOverlay as Form
		second.field('to')!.choose('file')
		expect([second.field('passphrase')?.visible, second.field('again')?.visible]).toEqual([true, true])
		for (const id of ['passphrase', 'again']) second.field(id)!.buffer.set('a long one')
		await second.commands()[0]!.run()
		await until(() => app.state.toast?.text === 'keys are kept in the encrypted file now')
		expect(chain.keys.calls).toEqual(['moveTo os ', 'moveTo file a long one'])
	})
})

describe('what Keys reads', () => {
	it('what Keys reads of a key are its last fifty transactions, newest first and each once, again after others', async () => {
		const asked: string[] = []
		const tx = (hash: string, height: number, index: number) => ({ hash, height, index }) as never
		chain.listTxs = async (query, page, most) => {
			asked.push(`${query} ${page} ${most}`)
			const many = Array.from({ length: 50 }, (_, index) => tx(`m${index}`, 1, index))
			return {
				total: 0,
				txs: query.startsWith('transfer') ? [tx('b', 3, 1), tx('c', 4, 0)] : [tx('a', 3, 0), tx('c', 4, 0), ...many],
			}
		}
		expect(model.activity).toBeUndefined()
		model.readActivity()
		model.readActivity()
		await until(() => model.activity !== undefined)
		expect(model.activity?.slice(0, 4).map(({ hash }) => hash)).toEqual(['c', 'b', 'a', 'm49'])
		expect([model.activity?.length, asked.length, asked[0]]).toEqual([
			50,
			4,
			`message.sender='${addressOf('alice')}' 1 50`,
		])
		model.events([{ type: 'block', block: {}, txs: [] } as never, { type: 'log', entry: {} } as never])
		expect(asked).toHaveLength(4)
		model.events([{ type: 'block', block: {}, txs: [{}] } as never])
		expect(asked).toHaveLength(8)
		app.set({ screen: 'home' })
		model.events([{ type: 'block', block: {}, txs: [{}] } as never])
		model.connected()
		expect([asked.length, model.activity]).toEqual([8, undefined])
		app.set({ screen: 'keys' })
		model.connected()
		expect(asked).toHaveLength(12)
		app.client = undefined
		model.list.select('bob')
		model.readActivity()
		expect(asked).toHaveLength(12)
	})

	it('what Keys reads is read when it comes to the front, and coins after each transaction', async () => {
		let asked = 0
		const balances = chain.balances.bind(chain)
		chain.balances = (address) => {
			asked++
			return balances(address)
		}
		model.opened()
		await until(() => model.activity !== undefined && asked === 2)
		app.set({ screen: 'home' })
		model.events([{ type: 'block', block: {}, txs: [{}] } as never])
		await until(() => asked === 4)
		app.set({ keys: [] })
		model.readActivity()
		app.set({ keys: [key('alice'), key('carol')] })
		app.client = undefined
		model.list.select('carol')
		model.readActivity()
		await settled()
		expect(app.state.toast).toBeUndefined()
	})

	it('what Keys reads are the coins of every key, and whether there is a faucet', async () => {
		model.connected()
		await until(() => model.balances.size === 2)
		expect([model.hasFaucet, [...model.balances.keys()]]).toEqual([true, [addressOf('alice'), addressOf('bob')]])
		app.client = new ChainDouble({ remote: true })
		model.connected()
		await settled()
		expect(model.hasFaucet).toBe(false)
		await chain.keys.create('carol')
		app.client = chain
		model.balances.clear()
		await model.changed('carol')
		await until(() => model.balances.size === 3)
		expect([model.selected?.name, app.state.keys.length, identities]).toEqual(['carol', 3, 1])
		await model.changed()
		expect(model.selected?.name).toBe('carol')
	})
})
