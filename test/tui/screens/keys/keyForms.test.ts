import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyInfo } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Confirm } from '../../../../src/tui/kit/overlays/Confirm.tsx'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { Notice, NoticeArea } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { loadQr, qrRows } from '../../../../src/tui/kit/text/qrRows.ts'
import type { KeysModel } from '../../../../src/tui/screens/keys/KeysModel.ts'
import * as forms from '../../../../src/tui/screens/keys/keyForms.ts'
import { sendCoins } from '../../../../src/tui/screens/keys/sendCoins.ts'
import { until } from '../../../support/until.ts'
import { addressOf, type ChainDouble } from '../../support/chainDouble.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { keysApp } from './keysApp.ts'

let app: TuiApp
let model: KeysModel
let chain: ChainDouble

beforeEach(async () => {
	;({ app, model, chain } = await keysApp('alice'))
	app.refreshIdentity = () => {}
})

const form = (): Form => app.topOverlay as Form
const fill = (values: Readonly<Record<string, string>>): void => {
	for (const [id, value] of Object.entries(values)) {
		const field = form().field(id)!
		if (field.options.kind === 'choice') field.choose(value)
		else field.buffer.set(value)
	}
}
const enter = (): void => void app.topOverlay!.commands()[0]!.run()
/** What the last message offers is done. */
const undo = async (): Promise<void> => void (await app.commands.find('app.offer')?.command.run())
const told = (text: string): Promise<unknown> => until(() => app.state.toast?.text === text)
/** The problem of a field with a text. */
const problem = (id: string, text: string): string | undefined => {
	form().field(id)!.buffer.set(text)
	return form().field(id)!.problem
}
const area = (part: Partial<NoticeArea>): NoticeArea => ({
	...{ width: 100, height: 40, theme: namedTheme, plain: false },
	...part,
})

describe('a key that is imported', () => {
	/** The calls of the keyring that takes over keys. */
	function asked(): unknown[] {
		const calls: unknown[] = []
		const take =
			(kind: string) =>
			async (name: string, ...rest: unknown[]): Promise<KeyInfo> => {
				calls.push([kind, name, ...rest])
				return (await chain.keys.create(name)).key
			}
		Object.assign(chain.keys, {
			importMnemonic: take('words'),
			importPrivateKey: take('hex'),
			importKey: take('armor'),
		})
		return calls
	}

	it('a key that is imported comes from its words, its private key or an export, and is selected', async () => {
		const calls = asked()
		const imported = async (values: Readonly<Record<string, string>>): Promise<void> => {
			forms.importKey(model)
			fill(values)
			enter()
			await told(`${values.name?.trim()} imported`)
			expect([app.topOverlay, model.selected?.name]).toEqual([undefined, values.name?.trim()])
		}
		await imported({ name: ' carol ', from: 'words', secret: '  one\n two\tthree ' })
		await imported({ name: 'dave', from: 'hex', secret: ' 0x12 ', kind: 'eth' })
		await imported({ name: 'erin', from: 'armor', secret: ' ARMOR ', kind: 'eth', passphrase: ' p ' })
		expect(calls).toEqual([
			['words', 'carol', 'one two three', {}],
			['hex', 'dave', '0x12', { algo: 'eth_secp256k1' }],
			['armor', 'erin', 'ARMOR', ' p '],
		])
	})

	it('a key that is imported hides what is secret, and an encrypted export asks for its passphrase alone', () => {
		forms.importKey(model)
		const shown = (from: string): unknown => {
			fill({ from })
			const [secret, kind, passphrase] = ['secret', 'kind', 'passphrase'].map((id) => form().field(id)!)
			return [secret?.secret, kind?.visible, passphrase?.visible]
		}
		expect(['words', 'hex', 'armor'].map(shown)).toEqual([
			[true, true, false],
			[true, true, false],
			[false, false, true],
		])
		expect([problem('secret', ' \n'), problem('secret', 'x')]).toEqual(['paste it or type it here', undefined])
		expect([problem('passphrase', ''), problem('passphrase', ' ')]).toEqual([
			'the passphrase it was exported with',
			undefined,
		])
		expect(form().field('secret')?.options.rows).toBe(3)
	})

	it('an address that is watched is selected, once its form is closed', async () => {
		forms.watchAddress(model)
		expect(problem('address', 'x')).toBe('an address starts with chain1 or 0x')
		fill({ name: ' treasury ', address: ` ${addressOf('treasury')} ` })
		enter()
		await until(() => model.selected?.name === 'treasury')
		expect([app.topOverlay, model.selected?.address, model.selected?.kind]).toEqual([
			...[undefined, addressOf('treasury'), 'watch'],
		])
	})
})

describe('a key with another name', () => {
	const renamed = async (from: string, to: string): Promise<void> => {
		model.list.select(from)
		forms.renameKey(model)
		expect([form().title, form().field('name')?.value]).toEqual([`Rename ${from}`, from])
		fill({ name: ` ${to} ` })
		enter()
		await told(`${from} is ${to} now`)
		expect([app.topOverlay, model.selected?.name]).toEqual([undefined, to])
	}

	it('the key that signs stays it under another name, and with its old one back', async () => {
		await renamed('alice', 'alicia')
		expect(app.preferences.get('key')).toBe('alicia')
		await undo()
		expect([app.preferences.get('key'), model.selected?.name]).toEqual(['alice', 'alice'])
		expect((await chain.keys.list()).map(({ name }) => name)).toEqual(['alice', 'bob'])
	})

	it('another key that is renamed does not become the one that signs', async () => {
		await renamed('bob', 'robert')
		expect(app.preferences.get('key')).toBe('alice')
	})
})

describe('a key that is deleted', () => {
	/** Deletes the selected key, which needs its name to be typed where it is secret. */
	function deleted(name: string): void {
		model.list.select(name)
		forms.deleteKey(model)
		const question = app.topOverlay as Confirm
		for (const char of name) question.onKey({ id: char, text: char } as never)
		enter()
	}
	const names = async (): Promise<readonly string[]> => (await chain.keys.list()).map(({ name }) => name)

	it('a key that is deleted needs its name only where its secret goes with it', async () => {
		forms.deleteKey(model)
		enter()
		expect(app.topOverlay?.title).toBe('Delete alice')
		app.close(app.topOverlay!)
		await chain.keys.addWatchOnly('treasury', addressOf('treasury'))
		await model.changed('treasury')
		forms.deleteKey(model)
		enter()
		await told('treasury deleted')
		expect([await names(), app.state.keys.length, app.topOverlay]).toEqual([['alice', 'bob'], 2, undefined])
	})

	it('a key that is deleted is back as the one that signs, and as that alone where it was it', async () => {
		deleted('alice')
		await told('alice deleted')
		expect(app.state.keys.map(({ name }) => name)).toEqual(['bob'])
		await undo()
		expect([app.state.toast?.text, model.selected?.name, chain.keys.calls]).toEqual([
			...['alice is back', 'alice', ['forget alice']],
		])
		deleted('bob')
		await told('bob deleted')
		await undo()
		expect([app.preferences.get('key'), model.selected?.name]).toEqual(['alice', 'bob'])
	})

	it('a key that is deleted is known under the name that it has when it is back', async () => {
		const take = chain.keys.take.bind(chain.keys)
		chain.keys.take = async (name) => {
			const taken = await take(name)
			return { ...taken, restore: async () => chain.keys.addWatchOnly(`${name}-2`, addressOf(name)) }
		}
		deleted('alice')
		await told('alice deleted')
		await undo()
		expect([app.preferences.get('key'), model.selected?.name]).toEqual(['alice-2', 'alice-2'])
	})

	it('a key that is deleted and cannot be brought back is offered again, and the reason is in the log', async () => {
		const take = chain.keys.take.bind(chain.keys)
		let fails = true
		chain.keys.take = async (name) => {
			const taken = await take(name)
			return {
				...taken,
				restore: () => (fails ? Promise.reject(new UserError('The key store is locked.')) : taken.restore()),
			}
		}
		const logged: unknown[] = []
		app.logError = (error) => void logged.push((error as Error).message)
		deleted('bob')
		await told('bob deleted')
		await undo()
		expect([app.state.toast?.kind, app.state.toast?.text, logged, chain.keys.calls]).toEqual([
			...['bad', 'bob could not be brought back: The key store is locked.', ['The key store is locked.'], []],
		])
		fails = false
		await undo()
		expect([app.state.toast?.text, await names()]).toEqual(['bob is back', ['alice', 'bob']])
	})
})

describe('what a key shows', () => {
	it('a key that is exported is a secret to copy, with each of its lines', async () => {
		Object.assign(chain.keys, {
			exportKey: async (...asked: unknown[]) => [...asked, 'x'.repeat(401)].join('\n'),
		})
		forms.exportKey(model)
		fill({ passphrase: 'a long one', again: 'a long one' })
		enter()
		await until(() => app.topOverlay?.name === 'notice')
		const { title, options } = app.topOverlay as Notice
		expect([title, app.state.overlays.length]).toEqual(['Export of alice', 1])
		expect(options.copy).toMatchObject({ what: 'the encrypted key', secret: true })
		expect(options.lines(area({ width: 1_000 }))).toEqual(['alice', 'a long one', `${'x'.repeat(400)}…`])
		expect(options.lines(area({ width: 4 })).slice(0, 3)).toEqual(['alic', 'e', 'a'])
	})

	it('the address of a key is a QR code, beside or under its text as the room allows', async () => {
		await loadQr()
		const address = addressOf('alice')
		forms.showQr(model)
		const { title, options } = app.topOverlay as Notice
		expect([title, options.copy]).toEqual(['Address of alice', { text: address, what: 'address' }])
		const small = qrRows(address, true, 1)
		const usual = qrRows(address, true)
		const [lowest, width] = [small.length, 2 * small.length]
		const lines = (part: Partial<NoticeArea>): readonly string[] => options.lines(area(part))
		expect(lines({ plain: true })).toEqual([address, 'Plain mode cannot show the QR code, which is a picture.'])
		expect(lines({ height: usual.length + 1 })).toEqual([address, ...usual])
		expect(lines({ height: lowest - 1 }).map(named)).toEqual([
			...[address, '', '‹muted:Make the terminal higher to see the QR code.›'],
		])
		// The code as high as the page has the address beside it, in eight columns or more.
		const columns = [...small[0]!.replaceAll(/\u001b\[\d+m/g, '')].length
		expect(Math.abs(columns - width)).toBeLessThanOrEqual(1)
		const beside = lines({ height: lowest, width: columns + 10 })
		const texts = Array.from({ length: Math.ceil(address.length / 8) }, (_, at) => address.slice(8 * at, 8 * at + 8))
		expect(beside).toEqual(small.map((line, row) => `${line}  ${texts[row - 1] ?? ''}`))
		expect(lines({ height: lowest, width: columns + 9 })).toEqual(small.map((line) => `${line}  `))
	})

	it('a text that a key signs is checked, shown and copied with its signature', async () => {
		const signed = async (): Promise<readonly string[]> => {
			forms.signText(model)
			expect(form().title).toBe('Sign a text as alice')
			expect([problem('text', ''), form().field('text')?.options.rows]).toEqual(['a text to sign', 3])
			fill({ text: 'hello' })
			enter()
			await until(() => app.topOverlay?.name === 'notice')
			expect(app.state.overlays).toHaveLength(1)
			const { options } = app.topOverlay as Notice
			app.close(app.topOverlay!)
			const { signature, pubKey } = await chain.keys.signText('alice', 'hello')
			const document = JSON.stringify({ address: addressOf('alice'), pubKey, signature, text: 'hello' }, null, 2)
			expect(options.copy).toEqual({ text: document, what: 'signature' })
			const [first = '', ...rest] = options.lines(area({})).map(named)
			expect(rest).toEqual(['', ...document.split('\n')])
			return [first]
		}
		expect(await signed()).toEqual(['‹good:✓ checked: it is the signature of this address›'])
		chain.keys.verifyText = async () => false
		expect(await signed()).toEqual(['‹bad:✗ it does not verify›'])
	})
})

describe('the titles of what is done with a key', () => {
	const actions = {
		...{ rename: forms.renameKey, delete: forms.deleteKey, export: forms.exportKey, qr: forms.showQr },
		...{ sign: forms.signText, send: sendCoins },
	}

	it.each(Object.entries(actions))('a key that is not there is not asked about: %s', (_, action) => {
		app.set({ keys: [] })
		action(model)
		expect(app.topOverlay).toBeUndefined()
	})

	it('a long name of a key is cut after forty characters in each title', async () => {
		app.set({ keys: [{ name: 'n'.repeat(41), address: addressOf('n'), kind: 'local' }] })
		const titles = Object.values(actions).map((action) => {
			action(model)
			const { title } = app.topOverlay!
			app.close(app.topOverlay!)
			return title
		})
		const cut = `${'n'.repeat(40)}…`
		expect(titles).toEqual([
			`Rename ${cut}`,
			`Delete ${cut}`,
			`Export ${cut}`,
			`Address of ${cut}`,
			`Sign a text as ${cut}`,
			`Send from ${cut}`,
		])
		forms.exportKey(model)
		fill({ passphrase: 'a long one', again: 'a long one' })
		enter()
		await until(() => app.topOverlay?.name === 'notice')
		expect(app.topOverlay?.title).toBe(`Export of ${cut}`)
	})
})
