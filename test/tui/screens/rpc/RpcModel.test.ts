import { afterEach, describe, expect, it } from 'vitest'
import { type Place, type PlaceReport, parsePlaces } from '../../../../src/client/index.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { placeForm } from '../../../../src/tui/screens/rpc/placeForm.ts'
import type { PlaceRow, RpcModel } from '../../../../src/tui/screens/rpc/RpcModel.ts'
import { reportRows } from '../../../../src/tui/screens/rpc/RpcScreen.tsx'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t?.stop())

const modelOf = (): RpcModel => t.app.screens.find(({ id }) => id === 'rpc')!.model as RpcModel
const rowOf = (name: string): PlaceRow => modelOf().list.all.find((row) => row.name === name)!
/** Where nothing answers. */
const dead = 'http://127.0.0.1:9'

const report: PlaceReport = {
	...{
		url: 'http://a:26657',
		needsKey: false,
		fault: '',
		kind: 'node 0.34.15',
		speaks: 'rpc',
		chainId: 'chain-a',
		height: 1_204,
	},
	...{ denom: 'uchain', prefix: 'chain', offers: ['rpc'] },
	checks: [],
} as unknown as PlaceReport

describe('what is known of a place', () => {
	it('the test of a place is over the list only while a place is selected', async () => {
		t = await testApp({ keys: ['alice'], preferences: { nodes: [`a\t${dead}`] } })
		const model = modelOf()
		model.testing = true
		expect(model.inside?.crumb).toBe('test of own')
		model.list.setFilter('nothing is named so')
		expect(model.inside).toBeUndefined()
	})

	it('the key of a place is that of the keyring where the place takes one, and none where it takes none', async () => {
		t = await testApp({ keys: ['alice'] })
		Object.assign(t.chain.keys, { apiKey: async (url: string) => `key of ${url}` })
		const keys = [true, false].map((keyed) => modelOf().keyOf({ url: dead, keyed }))
		expect(await Promise.all(keys)).toEqual([`key of ${dead}`, undefined])
	})

	it('a place tells why it does not answer: by its own test, else by the status of the one in use', async () => {
		t = await testApp({ keys: ['alice'], preferences: { nodes: [`a\t${dead}\tchain-a`], node: dead } })
		const model = modelOf()
		const row = rowOf('a')
		expect(model.state(row)).toMatchObject({ height: 1, chainId: 'chain-localnet', fault: '' })
		t.app.set({ status: { ...t.app.state.status!, state: 'unreachable', problem: 'no answer' } })
		expect(model.state(row).fault).toBe('no answer')
		model.learn('a', { ...report, fault: 'it wants a key' })
		expect(model.state(row)).toMatchObject({ fault: 'it wants a key', height: 1_204, chainId: 'chain-a' })
		t.app.set({ status: { ...t.app.state.status!, state: 'live' } })
		expect(model.state(row)).toMatchObject({ fault: '', height: 1 })
		expect(model.lag(row)).toBe(0)
	})

	it('a place tells that its key cannot be read, while the keyring is locked', async () => {
		t = await testApp({
			keys: ['alice'],
			locked: true,
			preferences: { nodes: [`paid\t${dead}\t\tkeyed`, `b\t${dead}/b`] },
		})
		const model = modelOf()
		expect(model.isLocked).toBe(true)
		await model.look()
		expect(model.state(rowOf('paid')).fault).toBe('its key is in the locked keyring')
		expect(model.state(rowOf('b')).fault).not.toMatch(/locked|^$/)
		expect(model.state(rowOf('b')).deadSince).toBeDefined()
		await t.chain.keys.unlock('right')
		await model.look()
		expect(model.state(rowOf('paid')).fault).not.toMatch(/locked|^$/)
		// While a place is being connected nobody knows.
		expect(model.isLocked).toBe(false)
		t.app.client = undefined
		expect(model.isLocked).toBe(true)
	})

	it('a place tells how far it is behind the highest of its chain, where that can be told', async () => {
		const nodes = ['a', 'b', 'c', 'd'].map((name) => `${name}\t${dead}/${name}`)
		t = await testApp({ keys: ['alice'], preferences: { nodes } })
		const model = modelOf()
		model.learn('a', report)
		model.learn('b', { ...report, height: 1_200 })
		model.learn('c', { ...report, chainId: 'chain-c', height: 7 })
		model.learn('d', { ...report, fault: 'no answer' })
		expect(['a', 'b', 'c', 'd'].map((name) => model.lag(rowOf(name)))).toEqual([0, 4, 0, undefined])
		expect(model.lag(rowOf('own'))).toBe(0)
		// A place may tell its blocks and not its chain, or its chain before there is a block.
		model.learn('c', { ...report, chainId: '', height: 7 })
		model.learn('d', { ...report, height: 0 })
		expect([model.state(rowOf('c')).chainId, model.lag(rowOf('c'))]).toEqual(['chain-c', 0])
		expect([model.state(rowOf('d')).height, model.lag(rowOf('d'))]).toEqual([1_204, 0])
		model.save(['e', 'f'].map((name) => ({ ...(rowOf('a') as Place), name, url: `${dead}/${name}` })))
		model.learn('e', { ...report, chainId: '' })
		model.learn('f', { ...report, height: 0 })
		expect(['e', 'f'].map((name) => model.lag(rowOf(name)))).toEqual([undefined, undefined])
	})
})

describe('the report of a place', () => {
	const check = (part: object) => ({ ok: true, protocol: 'Tendermint RPC', ms: 3.21, text: 'all there', ...part })

	it('the report of a place has a row for each protocol, with its time and where it was found, long ones wrapped under their text', () => {
		const checks = [
			check({}),
			check({ protocol: 'REST', ms: 120.4, url: 'http://a:1317' }),
			check({ protocol: 'gRPC', url: report.url }),
			check({ ok: false, protocol: 'EVM', text: 'nothing answers at the port that one would expect it at' }),
		]
		const rows = (part: object, width: number): readonly string[] =>
			reportRows(namedTheme, { ...report, checks, ...part } as unknown as PlaceReport, width).map(named)
		expect(rows({}, 70)).toEqual([
			'chain-a · block 1,204 · uchain · chain1…',
			'',
			'‹good:✓› Tendermint RPC    3.2 ms   all there',
			'‹good:✓› REST              120 ms   all there, found at http://a:1317',
			'‹good:✓› gRPC              3.2 ms   all there',
			'‹muted:✗› EVM                    –   nothing answers at the port that one',
			'                             would expect it at',
		])
		const long = 'x'.repeat(301)
		const parts = { chainId: long, denom: long, prefix: long, checks: [check({ text: long })] }
		const runs = [
			...rows(parts, 1_000)
				.join('\n')
				.matchAll(/x{4,}…?/g),
		].map(([run]) => run)
		expect(runs).toEqual([60, 60, 60, 300].map((length) => `${'x'.repeat(length)}…`))
		expect(rows({ chainId: '', checks: [], needsKey: true }, 70)).toEqual([
			'‹warn:It wants a key (x-api-key): e takes it, the keyring keeps it.›',
		])
		expect(rows({ prefix: '', denom: '', checks: checks.slice(0, 1) }, 20)).toEqual([
			'chain-a · block 1,204',
			'',
			'‹good:✓› Tendermint RPC    3.2 ms   all there',
		])
	})
})

describe('the form of a place', () => {
	/** Fills the form of a new place, or of a saved one, and saves it. */
	async function save(values: Readonly<Record<string, string>>, name?: string): Promise<Form> {
		const place = parsePlaces(t.app.preferences.get('nodes')).find((one) => one.name === name)
		placeForm(modelOf(), place)
		const form = t.app.topOverlay as Form
		for (const [id, value] of Object.entries(values)) {
			const field = form.field(id)!
			form.focusOn(field)
			field.buffer.set('')
			form.onPaste(value)
		}
		await form
			.commands()
			.find(({ id }) => id === 'form.submit')
			?.run()
		return form
	}
	const saved = (): readonly string[] => t.app.preferences.get('nodes')

	it('names a new place by its host, and another one of that host by a number', async () => {
		t = await testApp({ keys: ['alice'] })
		for (const path of ['', '/b', '/c']) {
			await save({ url: `${dead}${path}` })
			await t.until(() => t.app.topOverlay === undefined)
		}
		expect(parsePlaces(saved()).map(({ name }) => name)).toEqual(['127.0.0.1', '127.0.0.1 2', '127.0.0.1 3'])
		const form = await save({ url: `${dead}/b` })
		expect(form.field('url')?.error).toBe('that is 127.0.0.1 2')
	})

	it('takes addresses beside that of the place, and says what is wrong with one', async () => {
		t = await testApp({ keys: ['alice'] })
		const form = await save({ url: dead, name: 'a', rest: 'ftp://x' })
		expect([form.focused?.options.id, form.field('rest')?.error]).toEqual(['rest', expect.stringMatching(/http/)])
		form.onKey({ id: 'ctrl+u' })
		form.onPaste(' ')
		await form
			.commands()
			.find(({ id }) => id === 'form.submit')
			?.run()
		await t.until(() => t.app.topOverlay === undefined)
		expect(saved()).toEqual([`a\t${dead}`])
		await save({ rest: 'http://127.0.0.1:8' }, 'a')
		await t.until(() => t.app.topOverlay === undefined)
		expect(parsePlaces(saved())[0]).toMatchObject({ name: 'a', rest: 'http://127.0.0.1:8' })
	})

	it('forgets the key of an address that is given up, and goes on with the place in use at its new one', async () => {
		t = await testApp({ keys: ['alice'], preferences: { nodes: [`paid\t${dead}\tchain-a\tkeyed`, `b\t${dead}/b`] } })
		t.chain.keys.apiKeys.set(dead, 'secret')
		t.app.preferences.set('node', dead)
		const switched: string[] = []
		t.app.switchNode = (url) => void switched.push(url)
		await save({ name: 'mine' }, 'paid')
		await t.until(() => switched.length === 1)
		expect([t.chain.keys.apiKeys.get(dead), parsePlaces(saved())[0]]).toEqual([
			'secret',
			expect.objectContaining({ name: 'mine', url: dead, chainId: 'chain-a', keyed: true }),
		])
		await save({ url: `${dead}/new` }, 'mine')
		await t.until(() => switched.length === 2)
		expect([switched, t.chain.keys.apiKeys.size, parsePlaces(saved())[0]]).toEqual([
			[dead, `${dead}/new`],
			0,
			expect.objectContaining({ name: 'mine', url: `${dead}/new`, chainId: '', keyed: false }),
		])
		await save({ name: 'other' }, 'b')
		await t.until(() => t.app.topOverlay === undefined)
		expect(switched).toHaveLength(2)
	})
})
