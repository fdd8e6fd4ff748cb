import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ChainClient, FeeOptions, KeyInfo, MsgInput } from '../../../client/index.ts'
import { UserError } from '../../../errors/UserError.ts'
import { writeFileAtomic } from '../../../util/writeFileAtomic.ts'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { showNotice } from '../../kit/overlays/Notice.tsx'
import { breakCells, wrapCells } from '../../kit/text/cells.ts'
import { loadQr, qrRows } from '../../kit/text/qrRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { shownName } from '../names/shownName.ts'
import type { TuiApp } from '../TuiApp.ts'
import { readTextFile } from '../userFiles.ts'
import type { OutboxEntry } from './Outbox.ts'
import { membersOf } from './signers.ts'

type Collection = Awaited<ReturnType<ChainClient['multisig']>>

/** A multisig transaction that other members must sign too. */
export interface CollectInput extends Pick<OutboxEntry, 'kind' | 'label'> {
	readonly key: KeyInfo
	readonly messages: readonly MsgInput[]
	readonly options: FeeOptions
	/** Local members that sign; empty for all local members. */
	readonly members: readonly string[]
	/** Called when the node accepted it. */
	readonly sent?: () => void
}

/**
 * Signs with the local members, saves the unsigned transaction for the others and opens the page that collects their
 * signatures and then broadcasts.
 * @throws {UserError} if the transaction would fail, or its file cannot be written.
 */
export async function collectSignatures(app: TuiApp, input: CollectInput): Promise<void> {
	const { client } = app
	if (client === undefined) return
	const { key } = input
	const collection = await client.multisig(key.name, input.messages, input.options)
	await collection.sign(input.members.length > 0 ? input.members : membersOf(app, key).here)
	const name = `${key.name.replaceAll(/[^\w.-]/g, '_')}-${collection.signer.sequence}-unsigned.json`
	const path = join(app.directory, name)
	writeFileAtomic(path, collection.unsignedJson, { name: 'The transaction' })
	await openPage(app, { ...input, collection, path })
}

/**
 * Opens that page for a saved transaction, with the signatures saved beside it. Nothing is signed until the user has
 * seen it and confirms.
 * @throws {UserError} for a file that cannot be read or holds no transaction of the key.
 */
export async function reopenSignatures(app: TuiApp, key: KeyInfo, path: string): Promise<void> {
	const { client } = app
	if (client === undefined) return
	const collection = await client.multisigOf(key.name, await readTextFile(path))
	const saved = await readFile(signaturesPath(path), 'utf8').catch(() => undefined)
	if (saved !== undefined) await collection.add(saved)
	await openPage(app, { kind: 'send', label: `transaction of ${key.name}`, key, collection, path })
}

interface Page extends Pick<CollectInput, 'kind' | 'label' | 'key' | 'sent'> {
	readonly collection: Collection
	/** Path of the unsigned transaction. */
	readonly path: string
}

async function openPage(app: TuiApp, { collection, path, key, kind, label, sent }: Page): Promise<void> {
	const { client } = app
	if (client === undefined) return
	await loadQr()
	const intro = await introOf(collection, path)
	const refresh = async (): Promise<void> => {
		intro.splice(0, intro.length, ...(await introOf(collection, path)))
	}
	const send = async (): Promise<void> => {
		const bytes = await collection.bytes()
		form.busy = '◌ sending'
		app.outbox.start(
			{ kind, label, key: key.name, options: {}, again: () => client.broadcastTx(bytes) },
			(progress) => {
				if (!app.state.overlays.includes(form) || progress.state === 'signing') return
				if (progress.state === 'failed') form.fail(progress.problem, progress.next)
				else {
					sent?.()
					form.close()
				}
			},
		)
	}
	const control = (id: string, keys: string, title: string, description: string, run: () => Promise<void>) => ({
		id: `signatures.${id}`,
		keys: [keys],
		title,
		description,
		group: 'Signatures',
		run: () => app.attempt(run, (error) => form.fail(error.message, error.next)),
	})
	const form: Form = showForm(app, {
		title: `Signatures of ${shownName(key.name)}`,
		action: 'add, or send when there are enough',
		intro,
		fields: [
			{
				id: 'file',
				label: 'add',
				placeholder: 'a file of signatures, or the signatures pasted',
				validate: (value) =>
					value.trim() === '' && !collection.isComplete ? 'a file of signatures, or the signatures pasted' : undefined,
			},
		],
		commands: () => [
			{
				...control('sign', 'ctrl+g', 'sign here', 'Sign with the members in this keyring.', async () => {
					const able = (await collection.members()).filter(({ isLocal, hasSigned }) => isLocal && !hasSigned)
					if (able.length === 0)
						throw new UserError('All members in this keyring have signed.', { next: 'The other members sign.' })
					await collection.sign(able.flatMap(({ key: member }) => member?.name ?? []))
					await refresh()
				}),
				footer: 2,
			},
			{
				...control('save', 'ctrl+s', 'save signatures', 'Save the collected signatures to a file.', async () => {
					const file = signaturesPath(path)
					writeFileAtomic(file, collection.signaturesJson, { name: 'The signatures' })
					app.toast('good', `the signatures are saved to ${file}`)
				}),
				footer: 3,
			},
			{
				...control('qr', 'ctrl+o', 'QR code', 'Show the transaction as a QR code for the other members.', async () =>
					showTransactionQr(app, collection.unsignedJson),
				),
				footer: 4,
			},
		],
		submit: async ({ file = '' }) => {
			const given = file.trim()
			if (given !== '') {
				await collection.add(given.startsWith('{') ? given : await readTextFile(given))
				form.field('file')?.buffer.set('')
				await refresh()
			}
			if (collection.isComplete) await send()
		},
	})
}

/** Content and signatures of the transaction, and how the other members sign. */
async function introOf(collection: Collection, path: string): Promise<string[]> {
	const members = await collection.members()
	const signed = members.filter(({ hasSigned }) => hasSigned).length
	const words = members.map(({ key, pubKey, hasSigned }) => {
		const name = key === undefined ? `${pubKey.slice(0, 10)}…` : shownName(key.name)
		return `${hasSigned ? '✓' : '·'} ${name}`
	})
	return [
		...messagesOf(collection.unsignedJson),
		`${signed} of ${collection.threshold} signatures collected:  ${words.join('  ')}`,
		`The transaction is saved to ${safeText(path)}`,
		`A member signs it: chain-tui tx sign FILE --multisig ${collection.key.address} --from KEY`,
	]
}

/** The messages, one line each: short name and content. */
function messagesOf(json: string): readonly string[] {
	const { body } = JSON.parse(json) as { readonly body?: { readonly messages?: readonly Record<string, unknown>[] } }
	return (body?.messages ?? []).slice(0, 3).map(({ '@type': type, ...rest }) => {
		const name = String(type).split('.').at(-1)
		return safeText(`${name} ${JSON.stringify(rest)}`, 240)
	})
}

/** Path of the signatures beside the transaction: `x-unsigned.json` has `x-signatures.json`. */
function signaturesPath(path: string): string {
	const name = basename(path).replace(/(-unsigned)?(\.json)?$/, '')
	return join(dirname(path), `${name}-signatures.json`)
}

/** Shows a transaction as a QR code, whose text is what `tx sign` reads; where it does not fit, says how large it is. */
function showTransactionQr(app: TuiApp, json: string): void {
	const text = JSON.stringify(JSON.parse(json))
	showNotice(app, {
		title: 'Transaction to sign',
		copy: { text, what: 'the transaction' },
		lines: ({ plain, theme, width, height }) => {
			const code = plain ? [] : qrRows(text, theme.colored, height)
			// Two modules stand in a row of cells, one in a column.
			const columns = code.length * 2
			if (code.length > 0 && code.length <= height && columns <= width) return code
			const wanted =
				code.length === 0
					? []
					: [`The QR code needs ${columns + 4} columns and ${code.length + 6} rows: make the terminal larger.`]
			return [
				...wanted.flatMap((line) => wrapCells(line, width)).map(theme.warn),
				'Or copy the text, which is the whole transaction:',
				'',
				...breakCells(safeText(text, 8_000), width),
			]
		},
	})
}
