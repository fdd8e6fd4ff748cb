import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { parsePlaces } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { placeForm } from '../../../../src/tui/screens/rpc/placeForm.ts'
import type { RpcModel } from '../../../../src/tui/screens/rpc/RpcModel.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { fakeNode } from '../../support/fakeNode.ts'
import { placesApp } from '../../support/placesApp.ts'

/** Where nothing answers. */
const dead = 'http://127.0.0.1:9'
const servers: Server[] = []
let app: TuiApp
let chain: ChainDouble

afterEach(() => {
	for (const server of servers.splice(0)) server.close()
})

async function node(...parts: Parameters<typeof fakeNode>): Promise<string> {
	const { url, server } = await fakeNode(...parts)
	servers.push(server)
	return url
}

/** The form of a new place, or of a saved one, over an app that is drawn nowhere. */
function open(nodes: readonly string[] = [], name?: string): Form {
	app = placesApp({ nodes: [...nodes] })
	chain = new ChainDouble({ keys: ['alice'] })
	app.client = chain
	const model = app.screens.find(({ id }) => id === 'rpc')!.model as RpcModel
	placeForm(
		model,
		model.places.find((place) => place.name === name),
	)
	return app.topOverlay as Form
}

/** Types over what a field holds. */
function type(form: Form, id: string, text: string): void {
	const field = form.field(id)!
	form.focusOn(field)
	field.buffer.set('')
	form.onPaste(text)
}
const hint = (form: Form, id: string): string | undefined => form.field(id)?.options.hint?.(form.field(id)!.value)
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 5, timeout: 10_000 }).toBe(true)
async function save(form: Form): Promise<void> {
	await form
		.commands()
		.find(({ id }) => id === 'form.submit')
		?.run()
	await until(() => app.topOverlay === undefined)
}

describe('the form of a place while one types', () => {
	it('the form of a place says what is at its address, what it offers, and that a new one is asked', async () => {
		const url = await node('chain-x', 1_204)
		const form = open()
		expect([form.title, form.fields.filter((field) => field.visible).map(({ options }) => options.label)]).toEqual([
			'Add a place',
			['address', 'name', 'x-api-key'],
		])
		expect([hint(form, 'url'), hint(form, 'name'), hint(form, 'key')]).toEqual(['', '', ''])
		type(form, 'url', url)
		expect(hint(form, 'url')).toBe('◌ asking it')
		await until(() => hint(form, 'url') === '✓ node 0.34.15 · chain-x · block 1,204')
		expect(hint(form, 'name')).toBe('rpc archive')
		type(form, 'url', `${url}/b`)
		expect([hint(form, 'url'), hint(form, 'name')]).toEqual(['◌ asking it', ''])
		type(form, 'url', 'no address')
		expect(hint(form, 'url')).toBe('')
		type(form, 'url', dead)
		await until(() => hint(form, 'url')?.startsWith('✗ ') === true)
	})

	it('the form of a place asks for a key where one is needed, and sends it to that address alone', async () => {
		const [paid, other] = [await node('chain-x', 7, 'secret'), await node('chain-y', 7, 'secret')]
		const form = open()
		type(form, 'url', paid)
		await until(() => hint(form, 'url') === 'it answers, but wants a key')
		expect(hint(form, 'key')).toBe('this address wants one')
		type(form, 'key', 'secret')
		expect(hint(form, 'key')).toBe('goes to that address only, and is kept in your keyring')
		await until(() => hint(form, 'url') === '✓ node 0.34.15 · chain-x · block 7')
		type(form, 'url', other)
		await until(() => hint(form, 'url') === 'it answers, but wants a key')
		type(form, 'url', paid)
		await until(() => hint(form, 'url') === '✓ node 0.34.15 · chain-x · block 7')
		await save(form)
		expect([chain.keys.apiKeys.get(paid), chain.keys.apiKeys.size]).toEqual(['secret', 1])
		expect(app.preferences.get('nodes')).toEqual([`127.0.0.1\t${paid}\tchain-x\tkeyed`])
		expect(app.state.toast?.text).toBe('127.0.0.1 is saved')
	})

	it('the form of a saved place asks with its kept key, and not once that is to be forgotten', async () => {
		const paid = await node('chain-x', 7, 'secret')
		const form = open([`paid\t${paid}\tchain-x\tkeyed`, `b\t${dead}`], 'paid')
		expect([form.title, form.field('key')?.options.placeholder]).toEqual([
			'Edit paid',
			'kept in your keyring; - forgets it',
		])
		chain.keys.apiKeys.set(paid, 'secret')
		await until(() => hint(form, 'url') === '✓ node 0.34.15 · chain-x · block 7')
		type(form, 'key', '-')
		expect(hint(form, 'key')).toBe('')
		await save(form)
		await until(() => chain.keys.apiKeys.size === 0)
		expect(parsePlaces(app.preferences.get('nodes')).map(({ name, keyed }) => [name, keyed])).toEqual([
			['paid', false],
			['b', false],
		])
	})

	it('the form of a place says which place has an address or a name already', () => {
		const form = open([`a\t${dead}/a`, `b\t${dead}/b`], 'a')
		const problem = (id: string, text: string): string | undefined => {
			form.field(id)!.buffer.set(text)
			return form.field(id)!.options.validate?.(text)
		}
		expect([
			problem('url', `${dead}/b`),
			problem('url', `${dead}/a`),
			problem('name', 'b'),
			problem('name', 'a'),
		]).toEqual(['that is b', undefined, 'there is a place of that name', undefined])
		expect([problem('name', ' '), problem('rest', ' '), problem('rest', `${dead}/b`), problem('evm', 'x y')]).toEqual([
			...[undefined, undefined, undefined],
			'"x y" is not the address of a node. Give an address such as http://127.0.0.1:26657.',
		])
	})

	it('a place keeps what is known of it while its address stays, and its stand-by', async () => {
		const form = open([`a\t${dead}/a\tchain-a\tstand-by\tspeaks=evm\trest=${dead}/r`], 'a')
		expect(form.fields.filter((field) => field.visible).map(({ options }) => options.label)).toEqual([
			'address',
			'name',
			'x-api-key',
			'REST',
		])
		type(form, 'name', 'z')
		await save(form)
		expect(app.preferences.get('nodes')).toEqual([`z\t${dead}/a\tchain-a\tstand-by\tspeaks=evm\trest=${dead}/r`])
		const moved = open([`a\t${dead}/a\tchain-a\tstand-by\tspeaks=evm`], 'a')
		type(moved, 'url', `${dead}/b`)
		await save(moved)
		expect(app.preferences.get('nodes')).toEqual([`a\t${dead}/b\t\tstand-by\tspeaks=evm`])
	})
})
