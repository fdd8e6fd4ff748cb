import type { Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { RpcModel } from '../../../../src/tui/screens/rpc/RpcModel.ts'
import { rpcCommands } from '../../../../src/tui/screens/rpc/rpcCommands.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { commandOf } from '../../support/commandLines.ts'
import { fakeNode } from '../../support/fakeNode.ts'
import { placesApp } from '../../support/placesApp.ts'
import { wordsOver } from '../../support/renderPart.tsx'

/** Where nothing answers. */
const dead = 'http://127.0.0.1:9'
const servers: Server[] = []
let app: TuiApp
let model: RpcModel
let chain: ChainDouble
let switched: string[]

beforeEach(() => {
	switched = []
})
afterEach(() => {
	for (const server of servers.splice(0)) server.close()
})

async function node(...parts: Parameters<typeof fakeNode>): Promise<string> {
	const { url, server } = await fakeNode(...parts)
	servers.push(server)
	return url
}

/** The RPC screen of an app with these places, drawn nowhere. */
async function places(
	nodes: readonly string[],
	options: ConstructorParameters<typeof ChainDouble>[0] = {},
): Promise<void> {
	app = placesApp({ nodes: [...nodes] })
	chain = new ChainDouble({ keys: ['alice'], ...options })
	app.client = chain
	app.set({ status: await chain.status() })
	app.switchNode = (url) => void switched.push(url)
	model = app.screens.find(({ id }) => id === 'rpc')!.model as RpcModel
}
const press = (name: string, verb: string): unknown => {
	model.list.select(name)
	return commandOf(rpcCommands(model), verb).run()
}
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const said = (text: string): Promise<void> => until(() => app.state.toast?.text.includes(text) === true)
const saved = (): readonly string[] => app.preferences.get('nodes')
const over = (): readonly string[] => wordsOver(app, 90, 14)
const enter = async (): Promise<void> => {
	await app.topOverlay
		?.commands()
		.find(({ keys }) => keys[0] === 'enter')
		?.run()
}

describe('two places that are compared', () => {
	it.each<readonly [string, Parameters<typeof fakeNode>, Parameters<typeof fakeNode>, readonly string[]]>([
		[
			'of one state',
			['x', 40],
			['x', 40],
			['✓ the same chain', '✓ the same app hash at block 40', 'AB12', '● both are at block 40'],
		],
		[
			'of which the first is behind',
			['x', 39],
			['x', 40],
			['✓ the same chain', '✓ the same app hash at block 39', 'AB12', '● one is 1 block behind two'],
		],
		[
			'of which the second is behind',
			['x', 1_240],
			['x', 40],
			['✓ the same chain', '✓ the same app hash at block 40', 'AB12', '● two is 1,200 blocks behind one'],
		],
		[
			'of two states',
			['x', 40, undefined, 'AB'],
			['x', 41, undefined, 'CD'],
			[
				'✓ the same chain',
				'✗ two app hashes at block 40: one of them is wrong',
				'AB',
				'CD',
				'● one is 1 block behind two',
			],
		],
		[
			'of which one does not tell its state',
			['x', 40, undefined, ''],
			['x', 40],
			['✓ the same chain', '● both are at block 40'],
		],
		['of two chains', ['x', 40], ['y', 40], ['✗ two different chains']],
	])('two places that are compared are told: %s', async (_, first, second, lines) => {
		await places([`one\t${await node(...first)}`, `two\t${await node(...second)}`])
		press('one', 'compare')
		expect(model.compared).toBe('one')
		press('two', 'compare')
		expect([model.compared, app.state.toast?.text]).toEqual([undefined, 'comparing one and two …'])
		await said('compared')
		expect(over()).toEqual(['Compared', ...lines, '⏎ close'])
	})

	it('a place that is compared with itself, or with one that does not answer, is not', async () => {
		await places([`one\t${await node('x')}`, `two\t${dead}`])
		press('one', 'compare')
		press('one', 'compare')
		expect(model.compared).toBeUndefined()
		press('one', 'compare')
		press('two', 'compare')
		await said('two does not answer.')
		expect(app.topOverlay).toBeUndefined()
	})
})

describe('a place that is to be used', () => {
	it('a place that is to be used is asked first, and used at once where nothing speaks against it', async () => {
		const url = await node('chain-localnet')
		await places([`same\t${url}\tchain-localnet`, 'side\town:side-1\tside-1'])
		model.testing = true
		press('same', 'use')
		expect(app.state.toast?.text).toBe('asking same …')
		await until(() => switched.length === 1)
		expect([switched, app.state.toast, app.topOverlay, model.testing]).toEqual([[url], undefined, undefined, false])
		press('side', 'use')
		expect(switched).toEqual([url, 'own:side-1'])
	})

	it('a place that is to be used is told to be on another chain once, to have moved each time', async () => {
		const [other, moved] = [await node('other-1'), await node('chain-localnet')]
		await places([`other\t${other}`, `moved\t${moved}\tchain-old`, `dead\t${dead}`])
		press('other', 'use')
		await until(() => app.topOverlay !== undefined)
		expect(over()).toEqual([
			'Use other?',
			'other is on another chain: other-1, and you use chain-localnet.',
			'Accounts, coins and greetings there are others. Your keys sign there too.',
			'⏎ use it all the same  Esc cancel',
		])
		await enter()
		expect([switched, app.topOverlay]).toEqual([[other], undefined])
		press('other', 'use')
		await until(() => switched.length === 2)
		for (const _ of [1, 2]) {
			press('moved', 'use')
			await until(() => app.topOverlay !== undefined)
			expect(over()).toEqual([
				'Use moved?',
				'moved is on the chain chain-localnet; when you saved it, it was on chain-old.',
				'Addresses and coins of the two are not the same.',
				'⏎ use it all the same  Esc cancel',
			])
			await enter()
		}
		press('dead', 'use')
		await until(() => app.topOverlay !== undefined)
		expect(over()).toEqual([
			'Use dead?',
			'dead does not answer: bad port.',
			'After Esc, e changes its address, and t tests it in every protocol.',
			'⏎ use it all the same  Esc cancel',
		])
	})

	it('who uses a place that does not answer is told all the same when it answers on another chain', async () => {
		const { url, server } = await fakeNode('other-1')
		await new Promise((resolve) => server.close(resolve))
		await places([`away\t${url}`])
		press('away', 'use')
		await until(() => app.topOverlay !== undefined)
		await enter()
		expect([switched, app.topOverlay]).toEqual([[url], undefined])
		await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve))
		servers.push(server)
		press('away', 'use')
		await until(() => app.topOverlay !== undefined)
		expect(over()[1]).toBe('away is on another chain: other-1, and you use chain-localnet.')
	})
})

describe('a place that is removed', () => {
	it('a place that is removed can be saved again where it was', async () => {
		const nodes = [`a\t${dead}/a`, `b\t${dead}/b`, `c\t${dead}/c`]
		await places(nodes)
		press('b', 'remove')
		expect([saved(), app.state.toast?.text]).toEqual([[nodes[0], nodes[2]], 'b is removed'])
		await app.state.offer?.run()
		expect([saved(), model.list.selected?.name, app.state.toast?.text]).toEqual([nodes, 'b', 'b is saved again'])
	})

	it.each([
		['goes with it once it cannot be undone', {}, [`paid\t${dead}\t\tkeyed`], undefined],
		['stays while its address is saved under another name', {}, [`paid\t${dead}\t\tkeyed`, `twin\t${dead}`], 'secret'],
		['stays while the keyring is locked', { locked: true }, [`paid\t${dead}\t\tkeyed`], 'secret'],
		['of a place that takes none stays', {}, [`paid\t${dead}`], 'secret'],
	])('the key of a removed place %s', async (_, options, nodes, key) => {
		await places(nodes, options)
		chain.keys.apiKeys.set(dead, 'secret')
		press('paid', 'remove')
		expect(chain.keys.apiKeys.get(dead)).toBe('secret')
		app.state.offer?.expired()
		expect(chain.keys.apiKeys.get(dead)).toBe(key)
	})
})

describe('an own chain', () => {
	it('an own chain is renamed by a name that no other place has, and keeps its line', async () => {
		await places(['side\town:side-1\tside-1', `a\t${dead}`])
		press('side', 'edit')
		const name = (app.topOverlay as Form).field('name')!
		expect(over()).toEqual(['Rename side', 'name  side'])
		const problems = ['a', '', 'side', ' mine '].map((text) => {
			name.buffer.set(text)
			return name.problem
		})
		expect(problems).toEqual(['there is a place of that name', 'a name is needed', undefined, undefined])
		await enter()
		expect([saved(), app.topOverlay]).toEqual([['mine\town:side-1\tside-1', `a\t${dead}`], undefined])
	})

	it('an own chain that is in the list is not begun again', async () => {
		await places(['side\town:side-1\tside-1'])
		press('side', 'begin')
		const id = (app.topOverlay as Form).field('chainId')!
		const told = ['side-1 ', 'side-2', 'chain_9-1', '../up'].map((text) => {
			id.buffer.set(text)
			return [id.problem, id.options.hint?.(text)]
		})
		expect(told).toEqual([
			['it is in the list', 'without an EVM; an id such as chain_2222-1 has one'],
			[undefined, 'without an EVM; an id such as chain_2222-1 has one'],
			[undefined, 'with an EVM of number 9'],
			[
				'up to 48 letters, digits and - . _, a letter or digit first',
				'without an EVM; an id such as chain_2222-1 has one',
			],
		])
		id.buffer.set(' side-2 ')
		await enter()
		expect([switched, app.topOverlay]).toEqual([['own:side-2'], undefined])
	})

	it('an own chain is stopped after a question that says what that means', async () => {
		await places(['side\town:side-1\tside-1'])
		app.set({ own: new Map([['own:side-1', { ...app.state.status!, chainId: 'side-1' }]]) })
		const stopped: string[] = []
		app.stopOwnChain = async (url) => void stopped.push(url)
		press('side', 'stop')
		expect(over()).toEqual([
			'Stop side-1?',
			'Nothing answers at its addresses then. Its blocks stay in its folder, and Enter starts',
			'it again.',
			'⏎ stop it  Esc cancel',
		])
		await enter()
		await said('side-1 is stopped')
		expect(stopped).toEqual(['own:side-1'])
	})

	it('the own chain of the start is gone back to', async () => {
		await places([`a\t${dead}`])
		press('a', 'own')
		expect(switched).toEqual([''])
	})
})

describe('the stand-by', () => {
	it('the stand-by is one place at most, and can be taken back', async () => {
		await places([`a\t${dead}/a`, `b\t${dead}/b\t\tstand-by`])
		press('a', 'stand-by')
		expect([saved(), app.state.toast?.text]).toEqual([
			[`a\t${dead}/a\t\tstand-by`, `b\t${dead}/b`],
			'a stands in when the place in use fails',
		])
		press('a', 'stand-by')
		expect([saved(), app.state.toast?.text]).toEqual([[`a\t${dead}/a`, `b\t${dead}/b`], 'a is no stand-by any more'])
	})
})

describe('the test of a place', () => {
	it('the test of a place says whether it answers, and is left by Esc', async () => {
		await places([`one\t${await node('x', 40)}`, `dead\t${dead}`])
		press('one', 'test')
		expect([app.state.toast?.text, model.testing, model.crumbs()]).toEqual(['testing one …', true, ['test of one']])
		await said('one answers')
		expect(model.state(model.list.selected!)).toMatchObject({ height: 40, chainId: 'x', fault: '' })
		expect([model.back(), model.testing, model.crumbs(), model.back()]).toEqual([true, false, [], false])
		press('dead', 'test')
		await said('dead does not answer: ')
		expect(model.state(model.list.selected!).fault).not.toBe('')
		press('dead', 'copy')
		await said('address')
	})

	it('what a place offers is asked once, by the first look at it or by its test', async () => {
		const [one, two] = [await node('x'), await node('x')]
		const asked = [0, 0]
		for (const [index, server] of servers.entries()) server.on('request', () => asked[index]!++)
		await places([`one\t${one}`, `two\t${two}`])
		app.set({ status: { ...app.state.status!, listeners: {} } })
		press('one', 'test')
		await said('one answers')
		const whole = asked[0]!
		expect(whole).toBeGreaterThan(1)
		await Promise.all([model.look(), model.look()])
		await model.look()
		const reportOf = (name: string) => model.state(model.list.all.find((row) => row.name === name)!).report
		await until(() => reportOf('two') !== undefined)
		await model.look()
		expect(asked).toEqual([whole + 3, whole + 3])
		// An own chain that does not listen has nothing to ask.
		expect([reportOf('own'), app.state.toast?.text]).toEqual([undefined, 'one answers'])
	})

	it('the test of a place with a key unlocks the keyring first', async () => {
		await places([`paid\t${dead}\t\tkeyed`], { locked: true })
		press('paid', 'test')
		await until(() => app.topOverlay?.name === 'unlock')
		expect(model.testing).toBe(false)
		app.close(app.topOverlay!)
		// The own chain takes no key.
		press('own', 'test')
		expect([app.topOverlay, model.testing]).toEqual([undefined, true])
	})
})
