import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { KeyInfo, TxProgress } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { collectSignatures, reopenSignatures } from '../../../../src/tui/app/signing/collectSignatures.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { until } from '../../../support/until.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

const directory = mkdtempSync(join(tmpdir(), 'chain-tui-collect-'))
afterAll(() => rmSync(directory, { recursive: true }))

const local = (name: string): KeyInfo => ({ name, address: addressOf(name), kind: 'local', pubKey: `pub-of-${name}` })
const council: KeyInfo = {
	...{ name: 'the council/1', address: addressOf('council'), kind: 'multi', threshold: 2 },
	members: ['alice', 'bob', 'stranger-of-all'].map((name) => `pub-of-${name}`),
}

/** Signatures of two of three members, of whom two are in this keyring. */
class Collection {
	readonly key = council
	readonly threshold = 2
	readonly signer = { sequence: 7n }
	readonly signed: string[] = []
	readonly added: string[] = []
	readonly unsignedJson: string
	readonly signaturesJson = '{"signatures":[]}'

	constructor(messages: readonly object[]) {
		this.unsignedJson = JSON.stringify({ body: { messages } }, null, 2)
	}

	get isComplete(): boolean {
		return this.signed.length >= this.threshold
	}

	async members() {
		return council.members!.map((pubKey, index) => {
			const name = ['alice', 'bob', ''][index]!
			const hasSigned = this.signed.includes(name === '' ? 'stranger' : name)
			return { pubKey, key: name === '' ? undefined : local(name), isLocal: name !== '', hasSigned }
		})
	}

	async sign(names: readonly string[]): Promise<void> {
		this.signed.push(...names)
	}

	async add(text: string): Promise<void> {
		this.added.push(text)
		this.signed.push('stranger')
	}

	async bytes(): Promise<Uint8Array> {
		return new Uint8Array(3)
	}
}

const send = { '@type': '/cosmos.bank.v1beta1.MsgSend', amount: '5' }

/** The page of the signatures of a transaction. */
async function page(
	options: { readonly members?: readonly string[]; readonly messages?: readonly object[]; readonly path?: string } = {},
) {
	const app = Object.assign(placesApp({}), { directory })
	const chain = new ChainDouble({ keys: [] })
	const collection = new Collection(options.messages ?? [send])
	let next: (TxProgress | Promise<TxProgress>)[] = []
	const sent: number[] = []
	let done = 0
	Object.assign(chain, {
		multisig: async () => collection,
		multisigOf: async () => collection,
		async *broadcastTx(bytes: Uint8Array) {
			sent.push(bytes.length)
			for (const progress of next) yield await progress
		},
	})
	app.client = chain
	app.set({ phase: 'ready', keys: [local('alice'), local('bob'), council] })
	const input = { kind: 'send' as const, label: '5 CHAIN to bob', key: council, messages: [], options: {} }
	if (options.path === undefined) {
		await collectSignatures(app, { ...input, members: options.members ?? [], sent: () => void done++ })
	} else await reopenSignatures(app, council, options.path)
	const form = app.topOverlay as Form
	return {
		...{ app, collection, form, sent },
		done: () => done,
		answer: (...progress: (TxProgress | Promise<TxProgress>)[]) => {
			next = progress
		},
		intro: () => form.options.intro as readonly string[],
		type: (text: string) => form.field('file')!.buffer.set(text),
		press: async (key: string): Promise<void> => {
			const command = form.commands().find(({ keys }) => keys.includes(key))
			await command?.run()
			await new Promise(setImmediate)
		},
	}
}

const committed = { state: 'committed', height: 9 } as TxProgress
const failed = {
	state: 'failed',
	problem: 'no coins',
	next: 'Get some.',
	codespace: '',
	code: 5,
	log: '',
	hash: '',
} as const
const file = join(directory, 'the_council_1-7-unsigned.json')

describe('the page of the signatures of a transaction', () => {
	it('the page of the signatures of a transaction says what is signed, by whom, and how the others sign', async () => {
		const { intro, form, collection } = await page({ members: ['bob'] })
		expect(intro()).toEqual([
			'MsgSend {"amount":"5"}',
			'1 of 2 signatures collected:  · alice  ✓ bob  · pub-of-str…',
			`The transaction is saved to ${file}`,
			`A member signs it: chain-tui tx sign FILE --multisig ${council.address} --from KEY`,
		])
		expect([form.title, readFileSync(file, 'utf8')]).toEqual(['Signatures of the council/1', collection.unsignedJson])
		expect(
			form
				.commands()
				.map(({ keys, footer }) => [keys[0], footer])
				.slice(0, 4),
		).toEqual([
			...[
				['enter', 1],
				['ctrl+g', 2],
				['ctrl+s', 3],
				['ctrl+o', 4],
			],
		])
	})

	it('the page of the signatures of a transaction shows 240 characters of a message', async () => {
		const shown = async (length: number): Promise<string | undefined> => {
			const { intro } = await page({ messages: [{ '@type': '/x.MsgA', b: 'x'.repeat(length) }] })
			return intro()[0]
		}
		// `MsgA {"b":""}` has 13 characters.
		expect(await shown(227)).toBe(`MsgA {"b":"${'x'.repeat(227)}"}`)
		expect(await shown(228)).toBe(`MsgA {"b":"${'x'.repeat(228)}"…`)
	})

	it('the page of the signatures of a transaction shows its first three messages', async () => {
		const { intro } = await page({ messages: [send, send, { '@type': '/x.MsgThird' }, { '@type': '/x.MsgFourth' }] })
		expect(intro().slice(0, 4)).toEqual([
			...['MsgSend {"amount":"5"}', 'MsgSend {"amount":"5"}', 'MsgThird {}'],
			'2 of 2 signatures collected:  ✓ alice  ✓ bob  · pub-of-str…',
		])
	})

	it('the page of the signatures of a transaction takes pasted ones and a file of them, and sends once there are enough', async () => {
		const { app, form, collection, type, press, sent, answer, done, intro } = await page({ members: ['alice'] })
		expect(form.field('file')!.problem).toBe('a file of signatures, or the signatures pasted')
		type('no such file')
		await press('enter')
		await until(() => form.error !== '' || form.fields.some(({ error }) => error !== ''))
		expect([collection.added, sent]).toEqual([[], []])
		answer({ state: 'signing' }, failed)
		const signatures = join(directory, 'theirs.json')
		writeFileSync(signatures, 'theirs')
		type(` ${signatures} `)
		await press('enter')
		await until(() => form.error === 'no coins')
		expect([form.errorNext, form.busy, form.field('file')!.value, form.field('file')!.problem, done()]).toEqual([
			...['Get some.', '', '', undefined, 0],
		])
		expect(intro()[1]).toBe('2 of 2 signatures collected:  ✓ alice  · bob  ✓ pub-of-str…')
		answer(committed)
		type(' {"signatures":1} ')
		await press('enter')
		await until(() => app.topOverlay === undefined)
		expect([collection.added, sent, done()]).toEqual([['theirs', '{"signatures":1}'], [3, 3], 1])
		expect(app.outbox.entries.map(({ label, key, kind }) => [label, key, kind])).toEqual(
			Array.from({ length: 2 }, () => ['5 CHAIN to bob', 'the council/1', 'send']),
		)
	})

	it('the page of the signatures of a transaction hears nothing of the node once it is closed', async () => {
		const { app, form, press, answer } = await page()
		let fail = (_progress: TxProgress): void => {}
		answer({ state: 'signing' }, new Promise((resolve) => (fail = resolve)))
		await press('enter')
		expect([app.topOverlay === form, form.busy]).toEqual([true, '◌ sending'])
		app.close(form)
		fail(failed)
		await until(() => app.outbox.entries.at(-1)?.progress.state === 'failed')
		expect(form.error).toBe('')
	})

	it('the page of the signatures of a transaction signs with the members here that have not signed', async () => {
		const { form, collection, press, intro, sent } = await page({ members: ['bob'] })
		await press('ctrl+g')
		await until(() => intro()[1]!.startsWith('2 of 2'))
		expect(collection.signed).toEqual(['bob', 'alice'])
		await press('ctrl+g')
		await until(() => form.error !== '')
		expect([form.error, form.errorNext, sent]).toEqual([
			...['All members in this keyring have signed.', 'The other members sign.', []],
		])
	})

	it('the page of the signatures of a transaction says why signatures cannot be saved', async () => {
		const { app, form, press, collection } = await page()
		await press('ctrl+s')
		const saved = join(directory, 'the_council_1-7-signatures.json')
		expect(app.state.toast?.text).toBe(`the signatures are saved to ${saved}`)
		expect(readFileSync(saved, 'utf8')).toBe('{"signatures":[]}')
		Object.assign(collection, {
			sign: () => Promise.reject(new UserError('The keyring is locked.', { next: 'Open it.' })),
		})
		collection.signed.length = 0
		await press('ctrl+g')
		await until(() => form.error !== '')
		expect([form.error, form.errorNext]).toEqual(['The keyring is locked.', 'Open it.'])
		rmSync(saved)
	})

	it.each([
		['plain-unsigned.json', 'plain-signatures.json'],
		['other.json', 'other-signatures.json'],
		['bare', 'bare-signatures.json'],
	])(
		'the page of the signatures of the transaction %s has those of %s, and signs nothing by itself',
		async (name, beside) => {
			const path = join(directory, name)
			writeFileSync(path, '{}')
			const without = await page({ path })
			expect([without.collection.signed, existsSync(join(directory, beside))]).toEqual([[], false])
			writeFileSync(join(directory, beside), 'saved')
			const { collection, intro, type, press, answer, app } = await page({ path })
			expect([collection.signed, collection.added, intro()[2]]).toEqual([
				...[['stranger'], ['saved'], `The transaction is saved to ${path}`],
			])
			answer(committed)
			type('{}')
			await press('enter')
			await until(() => app.topOverlay === undefined)
			expect(app.outbox.entries[0]).toMatchObject({ label: 'transaction of the council/1', kind: 'send' })
		},
	)

	it('the page of the signatures of a transaction shows it as a QR code where that fits, else says how large it is', async () => {
		const { app, press, collection } = await page()
		await press('ctrl+o')
		const { title, options } = app.topOverlay as Notice
		const lines = (width: number, height: number, plain = false) =>
			options.lines({ width, height, plain, theme: app.theme })
		const text = JSON.stringify(JSON.parse(collection.unsignedJson))
		expect([title, options.copy]).toEqual(['Transaction to sign', { text, what: 'the transaction' }])
		const code = lines(200, 100)
		expect(code.join('')).not.toContain('Or copy')
		const [columns, rows] = [code.length * 2, code.length]
		expect([lines(columns, rows), lines(columns, rows + 1).length, lines(columns + 1, rows)]).toEqual([
			code,
			rows,
			code,
		])
		const words = 'Or copy the text, which is the whole transaction:'
		const wanted = `The QR code needs ${columns + 4} columns and ${rows + 6} rows: make the terminal larger.`
		const narrow = lines(columns - 1, rows)
		expect([narrow.indexOf(words) > 0, narrow.slice(0, narrow.indexOf(words)).join(' ')]).toEqual([true, wanted])
		expect(lines(300, 100, true)).toEqual([words, '', text])
	})

	it('the page of the signatures of a transaction shows 8,000 characters of its text', async () => {
		const { app, press } = await page({ messages: [{ '@type': '/x.MsgA', b: 'x'.repeat(9_000) }] })
		await press('ctrl+o')
		const { options } = app.topOverlay as Notice
		const text = options.lines({ width: 10_000, height: 9, plain: true, theme: app.theme }).at(-1)
		expect([text?.length, text?.endsWith('x…')]).toEqual([8_001, true])
	})

	it('nothing is collected without a node', async () => {
		const app = placesApp({})
		await collectSignatures(app, {
			...{ kind: 'send', label: '', key: council, messages: [], options: {}, members: [] },
		})
		await reopenSignatures(app, council, 'x')
		expect(app.topOverlay).toBeUndefined()
	})
})
