import { describe, expect, it } from 'vitest'
import type { KeyInfo, TxProgress } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { createKey } from '../../../../src/tui/app/signing/createKey.ts'
import { SignerNeeds } from '../../../../src/tui/app/signing/SignerNeeds.ts'
import { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { until } from '../../../support/until.ts'
import { addressOf, ChainDouble, type DoubleOptions } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

/** The needs of a form over a chain on which alice and bob have coins. */
async function needs(options: DoubleOptions = {}, kind?: 'own' | 'eth') {
	const app = placesApp({})
	const chain = new ChainDouble({ keys: ['alice', 'bob'], ...options })
	const asked: string[] = []
	const balances = chain.balances.bind(chain)
	chain.balances = async (address) => {
		asked.push(address)
		return balances(address)
	}
	let identities = 0
	app.refreshIdentity = () => void identities++
	app.client = chain
	app.set({ phase: 'ready', keys: await chain.keys.list(), current: 'alice' })
	const form: Form = new Form(app, {
		title: 'A form',
		action: 'send',
		fields: [
			{
				id: 'from',
				label: 'from',
				kind: 'choice',
				get choices() {
					return app.state.keys.map(({ name }) => ({ value: name, label: name }))
				},
			},
		],
		submit: () => {},
	})
	const made = new SignerNeeds(app, () => form, kind)
	const key = (name: string, part: Partial<KeyInfo> = {}): KeyInfo => ({
		...{ name, address: addressOf(name), kind: 'local' },
		...part,
	})
	return { app, chain, asked, form, made, key, identities: () => identities }
}

const refusal = (log: string, problem = ''): TxProgress => ({
	...{ state: 'failed', problem, next: '', codespace: 'sdk', code: 5, log, hash: '' },
})
const poorToFaucet = 'it has too few coins: Ctrl-G asks the faucet'

describe('the keys that can sign a form', () => {
	it('the keys that can sign a form are all but watched ones, or only those of Ethereum, and a lack of them is told', async () => {
		const { app, made, key } = await needs()
		const eth = await needs({}, 'eth')
		const keys = [key('alice'), key('eve', { algo: 'eth_secp256k1' }), key('tom', { kind: 'watch' })]
		for (const one of [app, eth.app]) one.set({ keys })
		expect([made.keys, eth.made.keys].map((list) => list.map(({ name }) => name))).toEqual([['alice', 'eve'], ['eve']])
		expect([made.keyProblem, eth.made.keyProblem]).toEqual([undefined, undefined])
		for (const one of [app, eth.app]) one.set({ keys: [key('tom', { kind: 'watch' })] })
		expect([made.keyProblem, eth.made.keyProblem]).toEqual([
			...['there is no key here: Ctrl-G makes one', 'there is no Ethereum key here: Ctrl-G makes one'],
		])
	})
})

describe('the coins of the key of a form', () => {
	it('the coins of the key of a form are asked for once, and a lack of them is told', async () => {
		const { app, asked, form, made, key } = await needs()
		made.look()
		made.look()
		await until(() => asked.length === 1)
		expect([asked, made.hint()]).toEqual([[addressOf('alice')], ''])
		app.set({ keys: [key('alice'), key('poor')] })
		form.field('from')?.choose('poor')
		made.look()
		await until(() => made.hint() !== '')
		expect([made.hint(), made.hint(key('alice')), asked.length]).toEqual([poorToFaucet, '', 2])
		made.look(key('other'))
		await until(() => made.hint(key('other')) !== '')
		expect(asked.at(-1)).toBe(addressOf('other'))
	})

	it('the coins of the key of a form are none when each is zero', async () => {
		const { chain, made, key } = await needs()
		chain.balances = async () => [{ denom: 'uchain', amount: '0' }]
		made.look(key('bob'))
		await until(() => made.hint(key('bob')) !== '')
		chain.balances = async () => ['0', '7'].map((amount) => ({ denom: 'uchain', amount }))
		made.look(key('alice'))
		await new Promise(setImmediate)
		expect(made.hint(key('alice'))).toBe('')
	})

	it('the coins of the key of a form come from others where the chain has no faucet', async () => {
		for (const options of [{ noFaucet: true }, { remote: true }]) {
			const { made, key } = await needs(options)
			made.look(key('poor'))
			await until(() => made.hint(key('poor')) !== '')
			expect(made.hint(key('poor'))).toBe('it has too few coins')
			expect(made.command(key('poor')).enabled?.()).toBe('nothing is missing')
		}
	})

	it('the coins of the key of a form are not asked for without a key or a node, and an error is kept to the log', async () => {
		const { app, chain, asked, made } = await needs()
		app.client = undefined
		made.look()
		app.client = chain
		app.set({ keys: [] })
		made.look()
		made.refused(refusal('insufficient funds'))
		expect([asked, made.hint()]).toEqual([[], ''])
		app.set({ keys: await chain.keys.list() })
		chain.balances = () => Promise.reject(new UserError('refused'))
		made.look()
		await until(() => app.log.entries.some(({ message }) => message === 'refused'))
		expect([app.state.toast, made.hint()]).toEqual([undefined, ''])
	})

	it.each([
		['insufficient funds: 5uchain is smaller', '', true],
		['', 'unknown address: chain1x', true],
		['key not found', '', true],
		['out of gas', 'it needs more gas', false],
	])(
		'the coins of the key of a form are known to be too few from a refusal of %j %j: %j',
		async (log, problem, isPoor) => {
			const { made } = await needs()
			made.refused({ ...refusal(log, problem), state: 'in-mempool' } as unknown as TxProgress)
			await new Promise(setImmediate)
			expect(made.hint()).toBe('')
			made.refused(refusal(log, problem))
			await new Promise(setImmediate)
			expect(made.hint()).toBe(isPoor ? poorToFaucet : '')
		},
	)
})

describe('the command that makes what a form lacks', () => {
	it('the command that makes what a form lacks asks the faucet for a poor key, after which nothing is missing', async () => {
		const { app, chain, made, identities } = await needs()
		expect([made.command().title, made.command().enabled?.(), made.command().footer]).toEqual([
			...['ask the faucet', 'nothing is missing', undefined],
		])
		made.refused(refusal('insufficient funds'))
		await until(() => made.hint() !== '')
		const command = made.command()
		expect([command.title, command.enabled?.(), command.footer, command.keys]).toEqual([
			...['ask the faucet', true, 0, ['ctrl+g']],
		])
		void command.run()
		expect(app.state.toast?.text).toBe('the faucet is sending')
		await until(() => app.state.toast?.text === 'the faucet sent coins')
		expect([chain.calls, made.hint(), identities()]).toEqual([[`faucet ${addressOf('alice')}`], '', 1])
		expect(made.command().enabled?.()).toBe('nothing is missing')
	})

	it('the command that makes what a form lacks says why the faucet gives nothing', async () => {
		const { app, chain, made } = await needs()
		made.refused(refusal('insufficient funds'))
		await until(() => made.hint() !== '')
		Object.assign(chain.admin!, { faucet: () => Promise.reject(new UserError('The faucet is empty.')) })
		void made.command().run()
		await until(() => app.state.toast?.text === 'The faucet is empty.')
		expect(made.hint()).toBe(poorToFaucet)
	})

	it.each(['own', 'eth'] as const)(
		'the command that makes what a form lacks makes a key of kind %s, which signs then',
		async (kind) => {
			const { app, form, made, key, asked } = await needs({ keys: kind === 'eth' ? ['tom'] : [] }, kind)
			app.set({ current: '' })
			const command = made.command()
			expect([command.title, command.enabled?.(), command.footer]).toEqual(['make a key', true, 0])
			// A form of a given key has one.
			expect(made.command(key('alice')).title).toBe('ask the faucet')
			void command.run()
			const asksName = app.topOverlay as Form
			expect([asksName.title, asksName.field('kind')?.value]).toEqual(['New key', kind])
			asksName.field('name')!.buffer.set(' carol ')
			await asksName.commands()[0]!.run()
			await until(() => app.topOverlay instanceof Notice)
			const carol = app.state.keys.at(-1)
			expect([carol?.name, carol?.algo]).toEqual(['carol', kind === 'eth' ? 'eth_secp256k1' : undefined])
			expect([form.field('from')?.value, app.preferences.get('key')]).toEqual(['carol', 'carol'])
			expect(app.state.overlays).toHaveLength(1)
			await until(() => asked.includes(addressOf('carol')))
			const { title, options } = app.topOverlay as Notice
			expect([title, options.onlyEnter, options.copy?.secret]).toEqual([
				'Words of carol',
				'I have written them down',
				true,
			])
			const lines = options.lines({ width: 60, height: 20, plain: false, theme: app.theme })
			expect([lines[0], lines.join(' ').includes('abandon')]).toEqual([
				...['These words are the key. Whoever has them can sign as you;', true],
			])
		},
	)

	it('a second key does not take the place of the one that signs', async () => {
		const { app } = await needs()
		createKey(app)
		const form = app.topOverlay as Form
		const said = (name: string): string | undefined => {
			form.field('name')!.buffer.set(name)
			return form.field('name')!.problem
		}
		expect(['', ' ', 'alice', ' bob ', 'carol'].map(said)).toEqual([
			...['a key needs a name', 'a key needs a name', 'there is a key named alice already'],
			...['there is a key named bob already', undefined],
		])
		await form.commands()[0]!.run()
		await until(() => app.state.keys.length === 3)
		expect(app.preferences.get('key')).toBe('')
		expect(form.field('kind')?.options.hint?.('own')).toBe('')
	})
})
