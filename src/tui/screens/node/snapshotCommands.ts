import { shownName } from '../../app/names/shownName.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { counted, grouped } from '../../kit/text/numbers.ts'
import type { NodeModel } from './NodeModel.ts'

/** Commands for the history of a node: its snapshots, and going back to a height. */
export function snapshotCommands(model: NodeModel): readonly CommandRecord[] {
	const needsAdmin = (): true | string => model.admin !== undefined || 'you do not control this node'
	const needsSnapshot = (): true | string =>
		needsAdmin() === true ? model.selectedSnapshot !== undefined || 'no snapshot is selected' : needsAdmin()
	return [
		{
			id: 'node.snapshot',
			keys: ['s'],
			title: 'snapshot',
			description: 'Take a snapshot of the state under a name, to go back to it later.',
			footer: 5,
			enabled: needsAdmin,
			run: () => askName(model),
		},
		{
			id: 'node.revert',
			keys: ['v'],
			title: 'revert',
			description: 'Go back to the selected snapshot; later blocks are deleted.',
			enabled: needsSnapshot,
			run: () => confirmRevert(model),
		},
		{
			id: 'node.deleteSnapshot',
			keys: ['D', 'delete'],
			title: 'delete snapshot',
			description: 'Delete the selected snapshot; the chain stays as it is.',
			enabled: needsSnapshot,
			run: () => confirmDelete(model),
		},
		{
			id: 'node.rewind',
			keys: ['w'],
			title: 'rewind',
			description: 'Go back to any block the node keeps; later blocks are deleted.',
			enabled: needsAdmin,
			run: () => askHeight(model),
		},
	]
}

function askName(model: NodeModel): void {
	const { app } = model
	const form: Form = showForm(app, {
		title: 'Snapshot',
		action: 'take',
		intro: ['The snapshot survives a restart of the node.'],
		fields: [{ id: 'name', label: 'name', placeholder: 'a free number' }],
		submit: async ({ name = '' }) => {
			const given = name.trim()
			const taken = await model.admin?.snapshot(...(given === '' ? [] : [given]))
			form.close()
			model.act(async () => {}, `snapshot ${shownName(taken ?? given)} taken`)
		},
	})
}

function askHeight(model: NodeModel): void {
	const { app } = model
	const isBlock = (value: string): boolean =>
		/^\d{1,15}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= app.latestHeight
	const form: Form = showForm(app, {
		title: 'Rewind',
		action: 'go on',
		intro: ['Later blocks, everything in them and later snapshots will be gone. The clock of the chain goes back too.'],
		fields: [
			{
				id: 'height',
				label: 'block',
				validate: (value) => (isBlock(value) ? undefined : `a block from 1 to ${grouped(app.latestHeight)}`),
				hint: (value) => (isBlock(value) ? `${counted(app.latestHeight - Number(value), 'block')} will be gone` : ''),
			},
		],
		submit: async ({ height = '' }) => {
			const to = Number(height)
			const lost = await lostAfter(model, to)
			form.close()
			confirm(app, {
				title: 'Rewind',
				text: [`Go back to block ${grouped(to)}? ${lost}`],
				action: 'go back',
				run: () =>
					model.act(
						async (admin) => {
							await admin.rewind(to)
							await model.reread()
						},
						`back at block ${grouped(to)}`,
					),
			})
		},
	})
}

/** What going back to a block deletes: `12 blocks after it, 3 transactions in them and the snapshot a will be gone.` */
async function lostAfter({ app, snapshots }: NodeModel, height: number): Promise<string> {
	const latest = (await app.client?.status())?.height ?? app.latestHeight
	const blocks = Math.max(0, latest - height)
	if (blocks === 0) return 'Nothing will be gone.'
	const { total } = (await app.client?.listTxs(`tx.height > ${height}`, 1, 1)) ?? { total: 0 }
	const later = snapshots.filter((snapshot) => snapshot.height > height).map(({ name }) => shownName(name))
	const parts = [
		`${counted(blocks, 'block')} after it`,
		...(total === 0 ? [] : [`${counted(total, 'transaction')} in them`]),
		...(later.length === 0 ? [] : [`the ${later.length === 1 ? 'snapshot' : 'snapshots'} ${later.join(', ')}`]),
	]
	return `${parts.slice(0, -1).join(', ')}${parts.length > 1 ? ' and ' : ''}${parts.at(-1)} will be gone.`
}

async function confirmRevert(model: NodeModel): Promise<void> {
	const snapshot = model.selectedSnapshot
	if (snapshot === undefined) return
	const lost = await lostAfter(model, snapshot.height)
	confirm(model.app, {
		title: 'Revert',
		text: [`Go back to block ${grouped(snapshot.height)}? ${lost}`],
		action: 'revert',
		run: () =>
			model.act(
				async (admin) => {
					await admin.revert(snapshot.name)
					await model.reread()
				},
				`back at block ${grouped(snapshot.height)}`,
			),
	})
}

function confirmDelete(model: NodeModel): void {
	const snapshot = model.selectedSnapshot
	if (snapshot === undefined) return
	const name = shownName(snapshot.name)
	confirm(model.app, {
		title: 'Delete a snapshot',
		text: [`Delete the snapshot ${name} of block ${grouped(snapshot.height)}? The chain stays as it is.`],
		action: 'delete',
		run: () => model.act((admin) => admin.deleteSnapshot(snapshot.name), `snapshot ${name} deleted`),
	})
}
