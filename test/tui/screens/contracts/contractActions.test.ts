import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EvmClient, EvmProgress } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import {
	argumentFields,
	argumentsOf,
	valueField,
	valueIn,
} from '../../../../src/tui/screens/contracts/argumentFields.ts'
import { artifactField } from '../../../../src/tui/screens/contracts/artifactField.ts'
import type { ContractsModel } from '../../../../src/tui/screens/contracts/ContractsModel.ts'
import { contractsCommands } from '../../../../src/tui/screens/contracts/contractsCommands.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { commandOf } from '../../support/commandLines.ts'
import { evmApp, pokedPlace } from '../../support/evmApp.ts'
import { doubleContract, doubleLog } from '../../support/evmDouble.ts'

const ethAddress = '0x1111111111111111111111111111111111111111'
let app: TuiApp
let model: ContractsModel
let calls: readonly string[]

afterEach(() => void vi.unstubAllEnvs())

/** The Contracts screen over an EVM, some of whose parts are others, with an Ethereum key. */
async function contracts(change: Partial<EvmClient> = {}): Promise<void> {
	;({ app, model, calls } = await evmApp(change))
	const key = { name: 'dev', address: addressOf('dev'), ethAddress, algo: 'eth_secp256k1', kind: 'local' } as const
	app.set({
		keys: [key, { ...key, name: 'plain', ethAddress: undefined } as never],
		current: 'dev',
		screen: 'contracts',
	})
}
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const press = (verb: string): unknown => commandOf(contractsCommands(model), verb).run()
const form = (): Form => app.topOverlay as Form
/** Types over what a field holds, and gives what is wrong with it. */
const type = (id: string, text: string): string | undefined => {
	const field = form().field(id)!
	field.buffer.set(text)
	return field.problem
}
const submit = async (): Promise<void> => {
	await form()
		.commands()
		.find(({ id }) => id === 'form.submit')
		?.run()
	await until(() => app.topOverlay === undefined)
}
const labels = (): readonly string[] => form().fields.map(({ options }) => options.label)

describe('a function of a contract that is called', () => {
	const choose = (signature: string): void => {
		const { functions } = model.page!
		functions.select(signature)
		expect(functions.selected?.signature).toBe(signature)
		press('open')
	}

	it('a function that reads is called at once, or with the arguments of its form', async () => {
		await contracts()
		model.open(pokedPlace)
		await until(() => model.page!.outcomes.size === 1)
		choose('count()')
		await until(() => calls.filter((call) => call === 'call count').length === 2)
		expect(app.topOverlay).toBeUndefined()
		choose('sum(uint8,uint8)')
		expect([form().title, form().options.action, labels()]).toEqual(['Read sum', 'read', ['a', 'b']])
		expect([type('argument 0', '256'), type('argument 0', '1'), type('argument 1', '2')]).toEqual([
			'256 does not fit uint8',
			undefined,
			undefined,
		])
		await submit()
		expect(app.topOverlay).toBeUndefined()
		expect(model.page!.outcomes.get('sum(uint8,uint8)')).toEqual({ text: '(1, 2) = 7', failed: false })
	})

	it('a function that writes is sent with its arguments, coins where it takes some, and what came of it is kept', async () => {
		const sent: unknown[] = []
		let reads = 0
		await contracts({
			logs: async () => {
				reads++
				return []
			},
			send: async function* (key, { to, fn, args, value }): AsyncGenerator<EvmProgress> {
				sent.push([key, to, typeof fn === 'string' ? fn : fn?.name, args, value])
				const logs = [{ ...doubleLog, decoded: { name: 'Poked' } }, doubleLog] as never
				const receipt = {
					hash: doubleLog.txHash,
					height: 9,
					gasUsed: 1n,
					logs: sent.length === 1 ? logs : [],
				}
				yield { state: 'committed', hash: doubleLog.txHash, height: 9, fee: '1', gasWanted: 1n, gasUsed: 1n, receipt }
			},
		})
		model.open(pokedPlace)
		choose('poke(string)')
		expect([form().title, form().options.action, labels()]).toEqual(['Send poke', 'send', ['text', 'coins', 'from']])
		type('argument 0', 'hi')
		expect([type('value', 'much'), type('value', ' '), type('value', '0.5')]).toEqual([
			'"much" is no amount',
			undefined,
			undefined,
		])
		await submit()
		expect(model.page!.outcomes.get('poke(string)')).toEqual({ text: 'block 9: Poked, an event', failed: false })
		expect([model.page!.lastSent?.height, model.page!.newestTx]).toEqual([9, doubleLog.txHash])
		// Once when it was opened, and once more for what was sent.
		await until(() => reads === 2)
		choose('stop()')
		expect(labels()).toEqual(['from'])
		await submit()
		expect(model.page!.outcomes.get('stop()')).toEqual({ text: 'block 9', failed: false })
		await until(() => reads === 3)
		expect(sent).toEqual([
			['dev', doubleContract, 'poke', ['hi'], 5n * 10n ** 17n],
			['dev', doubleContract, 'stop', [], undefined],
		])
		model.open({ ...pokedPlace, address: undefined })
		choose('stop()')
		expect([app.topOverlay, app.state.toast?.text]).toEqual([
			undefined,
			'this contract is not deployed yet: d deploys it',
		])
	})
})

describe('the fields of arguments and coins', () => {
	it('the fields of arguments take names of keys for their addresses, and choices of yes and no', async () => {
		await contracts()
		const inputs = [
			{ type: 'address' },
			{ type: 'bool', name: 'ok_' },
			{ type: 'string' },
			{ type: 'tuple', components: [{ type: 'uint8' }] },
			...['bytes4', 'uint8[]', 'int8'].map((type) => ({ type })),
		]
		const fields = argumentFields(app, inputs as never)
		expect(fields.map(({ label }) => label)).toEqual(['1', 'ok', '3', '4', '5', '6', '7'])
		expect(fields.map(({ id, kind, rows, placeholder }) => [id, kind, rows, placeholder])).toEqual([
			['argument 0', 'text', undefined, '0x…, chain1… or a name of yours'],
			['argument 1', 'choice', undefined, undefined],
			['argument 2', 'multiline', 2, 'text'],
			['argument 3', 'text', undefined, '(…, …)'],
			['argument 4', 'text', undefined, '0x…'],
			['argument 5', 'text', undefined, '[…, …]'],
			['argument 6', 'text', undefined, '0, 1_000, 1e18'],
		])
		expect(fields[1]?.choices?.map(({ value }) => value)).toEqual(['false', 'true'])
		expect([
			fields[0]?.hint?.('dev'),
			fields[0]?.hint?.(' plain '),
			fields[0]?.hint?.('0x'),
			fields[0]?.validate?.('dev'),
			fields[0]?.validate?.('nobody'),
		]).toEqual([
			'0x1111111111111111111111111111111111111111',
			'chain1aunqax4rcee67fqdz73xvpyqxcdguzqa6a535p',
			'address',
			undefined,
			'decoding bech32 failed: invalid bech32 string length 6',
		])
		expect(argumentsOf(app, inputs as never, { 'argument 0': ' dev ', 'argument 1': 'true' })).toEqual([
			ethAddress,
			'true',
			...['', '', '', '', ''],
		])
	})

	it('coins that go along are an amount of the chain, or none', async () => {
		await contracts()
		const { validate, placeholder } = valueField(app)
		expect([placeholder, validate?.(''), validate?.('1'), validate?.('1x')]).toEqual([
			'none; or 0.5 CHAIN',
			undefined,
			undefined,
			'"x" is no unit of this chain: CHAIN, uchain or achain',
		])
		expect([valueIn(app), valueIn(app, ' '), valueIn(app, '2')]).toEqual([{}, {}, { value: 2n * 10n ** 18n }])
	})

	it('the file of a contract is one that is there, in quotes and from the home folder as well', () => {
		const home = mkdtempSync(join(tmpdir(), 'home-'))
		writeFileSync(join(home, 'A.json'), '{}')
		vi.stubEnv('HOME', home)
		const { validate, hint } = artifactField()
		expect([
			validate?.(' '),
			validate?.('~/A.json'),
			validate?.(`"${home}/A.json"`),
			validate?.(`'${home}/A.json`),
		]).toEqual([
			'your compiler’s output, a JSON file',
			undefined,
			undefined,
			`there is no such file under ${process.cwd()}`,
		])
		expect(hint?.('')).toBe('of hardhat, foundry, truffle or solc')
	})
})

describe('what is asked on the Contracts screen', () => {
	it('a slot of the storage is a number, decimal or of up to 64 hex digits', async () => {
		await contracts()
		model.open(pokedPlace)
		press('slot')
		expect(
			['', '-1', '0x', `0x${'f'.repeat(65)}`, `0x${'f'.repeat(64)}`, ' 7 '].map((text) => type('slot', text)),
		).toEqual([
			'a number, decimal or 0x…',
			'a number, decimal or 0x…',
			'a number, decimal or 0x…',
			'a number, decimal or 0x…',
			undefined,
			undefined,
		])
		await submit()
		expect([app.topOverlay, [...model.page!.slots.keys()]]).toEqual([undefined, [7n]])
	})

	it('a transaction is traced by a hash of 64 digits, and the calls it made are shown', async () => {
		await contracts()
		press('trace')
		expect([
			form().field('hash')?.value,
			type('hash', 'ab'),
			type('hash', 'g'.repeat(64)),
			type('hash', ` ${'ab'.repeat(32)} `),
		]).toEqual(['', 'a hash has 64 digits', 'a hash has 64 digits', undefined])
		await submit()
		expect([app.topOverlay, model.trace?.title, model.crumbs(), calls.at(-1)]).toEqual([
			undefined,
			'Trace of ababababab…babababab',
			['trace'],
			'trace abababababababababababababababababababababababababababababababab',
		])
		expect([model.back(), model.trace, model.back()]).toEqual([true, undefined, false])
	})

	it('an ABI is added under its own name or another one, with an address or without', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'abi-')), 'Some.json')
		writeFileSync(file, '{}')
		await contracts()
		press('add')
		expect([
			type('address', '0x12'),
			type('address', ' '),
			type('name', 'a b'),
			type('name', 'x'.repeat(65)),
			type('name', ''),
		]).toEqual([
			'a 0x address has 40 hexadecimal digits, got 2',
			undefined,
			'letters, digits, points, - and _',
			'letters, digits, points, - and _',
			undefined,
		])
		type('file', file)
		await submit()
		expect([app.topOverlay, app.state.toast?.text, model.page]).toEqual([
			undefined,
			'the ABI of Some is kept',
			undefined,
		])
		press('add')
		type('file', file)
		type('address', `0x${'AB'.repeat(20)}`)
		type('name', 'Mine')
		await submit()
		expect([app.state.toast?.text, model.page?.place.name, model.page?.place.address]).toEqual([
			'the ABI of Mine is kept',
			'Mine',
			`0x${'ab'.repeat(20)}`,
		])
		expect(model.crumbs()).toEqual(['Mine'])
		press('forget')
		await app.topOverlay
			?.commands()
			.find(({ id }) => id === 'confirm.yes')
			?.run()
		await until(() => model.page === undefined)
		expect(model.evm!.abis.list().map(({ name }) => name)).toEqual(['Some', 'Wall'])
	})

	it('sections of a contract are stepped through, and its account is opened', async () => {
		await contracts()
		model.open(pokedPlace)
		press('facts')
		expect(model.page!.inFacts).toBe(true)
		press('facts')
		press('section')
		expect(model.page!.inFacts).toBe(true)
		const opened: unknown[] = []
		app.open = (...args) => void opened.push(args)
		model.opened()
		await until(() => model.accounts.size > 0)
		press('account')
		expect(opened).toEqual([['accounts', 'chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e']])
	})
})
