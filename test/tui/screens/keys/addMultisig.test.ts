import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyInfo } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { addMultisig } from '../../../../src/tui/screens/keys/addMultisig.ts'
import type { KeysModel } from '../../../../src/tui/screens/keys/KeysModel.ts'
import { until } from '../../../support/until.ts'
import { addressOf, type ChainDouble } from '../../support/chainDouble.ts'
import { keysApp } from './keysApp.ts'

let app: TuiApp
let model: KeysModel
let chain: ChainDouble

const publicKey = (letter: string): string => `A${letter.repeat(43)}`

beforeEach(async () => {
	;({ app, model, chain } = await keysApp())
	app.refreshIdentity = () => {}
})

const form = (): Form => app.topOverlay as Form
/** The problem and the hint of a field, with a text where one is typed. */
const said = (id: string, text?: string): readonly (string | undefined)[] => {
	const field = form().field(id)!
	if (text !== undefined) field.buffer.set(text)
	return [field.problem, field.options.hint?.(field.value)]
}
const pick = (...rows: readonly number[]): void => {
	for (const row of rows) form().field('members')!.picks!.toggle(row)
}

describe('the members of a new multisig key', () => {
	it('members of a new multisig key are own keys that sign and public keys of others, together two or more', () => {
		const keys: readonly KeyInfo[] = [
			{ name: 'n'.repeat(41), address: addressOf('n'), kind: 'local' },
			{ name: 'tom', address: addressOf('tom'), kind: 'watch' },
		]
		app.set({ keys })
		addMultisig(model)
		const { choices } = form().field('members')!.options
		expect(choices).toEqual([{ value: 'n'.repeat(41), label: `${'n'.repeat(40)}…  ${addressOf('n')}` }])
		const few = 'choose two or more, or give public keys of others below'
		const hint = 'Space chooses, ↑ ↓ go through the list'
		expect(said('members')).toEqual([few, hint])
		pick(0)
		expect([said('members')[0], said('threshold')]).toEqual([few, ['no more than 1 member can sign', 'of 1']])
		said('others', publicKey('w'))
		expect([said('members')[0], said('threshold')]).toEqual([undefined, [undefined, 'of 2']])
		app.set({ keys: [] })
		addMultisig(model)
		expect(said('members')).toEqual([few, ''])
	})

	it('others of a new multisig key are the public keys in a text, each once, and none that is chosen above', () => {
		const none = 'a public key is 44 characters of base64; `chain-tui keys list` shows it'
		const own = publicKey('x')
		const name = 'n'.repeat(41)
		app.set({
			keys: [
				{ name, address: addressOf('n'), kind: 'local', pubKey: own },
				{ name: 'bare', address: addressOf('bare'), kind: 'local' },
			],
		})
		addMultisig(model)
		for (const [text, problem, hint] of [
			[' ', undefined, ''],
			['bob', none, ''],
			[`${publicKey('w')}w`, none, ''],
			[`w${publicKey('w')}`, none, ''],
			[publicKey('w').slice(1), none, ''],
			// The second character tells the even from the odd key: no other begins a compressed one.
			[`Af${'w'.repeat(42)}`, none, ''],
			[publicKey('w'), undefined, '1 public key'],
			[`{"key":"${publicKey('w')}"},${publicKey('w')}`, undefined, '1 public key'],
			[`${own} ${publicKey('w')}`, undefined, '2 public keys'],
		])
			expect(said('others', text!), text).toEqual([problem, hint])
		pick(1)
		expect(said('others')[0]).toBeUndefined()
		pick(0)
		expect(said('others')[0]).toBe(`${'n'.repeat(40)}… is chosen above already`)
		said('others', publicKey('w'))
		expect(said('others')[0]).toBeUndefined()
	})
})

describe('how many sign with a new multisig key', () => {
	it('those who sign with a new multisig key are one to all of its members', () => {
		addMultisig(model)
		pick(0, 1)
		const wrong = 'how many of them must sign, such as 2'
		const problems = ['', '0', 'x', '-1', '1.5', '1', ' 2 ', '3'].map((text) => said('threshold', text)[0])
		expect(problems).toEqual([
			wrong,
			wrong,
			wrong,
			wrong,
			wrong,
			undefined,
			undefined,
			'no more than 2 members can sign',
		])
	})

	it.each([
		['sorted', false, 'addMultisig 1 bob alice'],
		['chosen', true, 'addMultisig 1 bob alice as given'],
	])('a new multisig key has its members in the order that was asked for: %s', async (order, numbered, call) => {
		addMultisig(model)
		pick(1, 0)
		form().field('order')!.choose(order)
		expect([form().field('members')?.options.numbered?.(), said('order')[1]]).toEqual([
			...[numbered, 'another order is another address'],
		])
		form().field('name')!.buffer.set(' council ')
		form().field('threshold')!.buffer.set('1')
		void form().commands()[0]!.run()
		await until(() => app.state.toast?.text === 'council is a multisig key: 1 of 2 must sign')
		expect([chain.keys.calls, app.topOverlay, model.selected?.name]).toEqual([[call], undefined, 'council'])
	})
})
