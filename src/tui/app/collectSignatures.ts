import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChainClient, FeeOptions, MsgInput } from '../../client/ChainClient.ts'
import type { KeyInfo } from '../../client/KeysClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { Form } from '../kit/overlays/Form.tsx'
import { safeText } from '../kit/text/safeText.ts'
import type { OutboxEntry } from './Outbox.ts'
import { membersOf } from './signers.ts'
import type { TuiApp } from './TuiApp.ts'

/** A transaction of a key of several that others must sign too. */
export interface CollectInput extends Pick<OutboxEntry, 'kind' | 'label'> {
	readonly key: KeyInfo
	readonly messages: readonly MsgInput[]
	readonly options: FeeOptions
	/** Members that sign here; all whose keys are here when empty. */
	readonly members: readonly string[]
	/** The node has taken it. */
	readonly sent?: () => void
}

/**
 * Signs with the members that are here, saves the unsigned transaction for the others and opens the page that takes their
 * signature files; it broadcasts when there are enough.
 *
 * @throws UserError when the transaction would fail, or its file cannot be written.
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
	const intro = await introOf(collection, path)
	const form: Form = new Form(app, {
		title: `Signatures of ${safeText(key.name, 40)}`,
		action: 'add the signatures',
		intro,
		fields: [
			{
				id: 'file',
				label: 'file',
				kind: 'text',
				placeholder: 'signatures of a member: /path/to/signatures.json',
				validate: (value) => (value.trim() === '' ? 'the path of a file of signatures' : undefined),
			},
		],
		submit: async ({ file = '' }) => {
			await collection.add(await readText(file.trim()))
			intro.splice(0, intro.length, ...(await introOf(collection, path)))
			form.field('file')?.buffer.set('')
			if (collection.isComplete) {
				const bytes = await collection.bytes()
				form.busy = '◌ sending'
				const { kind, label } = input
				app.outbox.start(
					{ kind, label, key: key.name, options: {}, again: () => client.broadcastTx(bytes) },
					(progress) => {
						if (!app.state.overlays.includes(form) || progress.state === 'signing') return
						if (progress.state === 'failed') form.fail(progress.problem, progress.next)
						else {
							input.sent?.()
							form.close()
						}
					},
				)
			}
			app.touch()
		},
	})
	app.show(form)
}

/** Who has signed, and how the others do. */
async function introOf(collection: Awaited<ReturnType<ChainClient['multisig']>>, path: string): Promise<string[]> {
	const members = await collection.members()
	const signed = members.filter(({ hasSigned }) => hasSigned).length
	const words = members.map(({ key, pubKey, hasSigned }) => {
		const name = key === undefined ? `${pubKey.slice(0, 10)}…` : safeText(key.name, 40)
		return `${hasSigned ? '✓' : '·'} ${name}`
	})
	return [
		`${signed} of ${collection.threshold} signatures are here:  ${words.join('  ')}`,
		`The transaction is saved to ${safeText(path, 400)}`,
		`A member signs it: chain-tui tx sign FILE --multisig ${collection.key.address} --from KEY`,
	]
}

async function readText(path: string): Promise<string> {
	try {
		return await readFile(path, 'utf8')
	} catch (cause) {
		throw new UserError(`The file ${path} cannot be read.`, {
			why: cause instanceof Error ? cause.message : '',
			next: 'Check its name; relative paths start where the app was started.',
			cause,
		})
	}
}
