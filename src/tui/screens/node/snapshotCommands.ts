import type { Command } from '../../kit/keymap/Command.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { Form } from '../../kit/overlays/Form.tsx'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { NodeModel } from './NodeModel.ts'

/** Commands for the history of a node: its snapshots, and going back to a height. */
export function snapshotCommands(model: NodeModel): readonly Command[] {
	const group = 'Node'
	const needsAdmin = (): true | string => model.admin !== undefined || 'you do not control this node'
	const needsSnapshot = (): true | string =>
		needsAdmin() === true ? model.selectedSnapshot !== undefined || 'no snapshot is selected' : needsAdmin()
	return [
		{
			id: 'node.snapshot',
			keys: ['s'],
			title: 'snapshot',
			description: 'Take a snapshot of the state under a name, to go back to it later.',
			group,
			footer: 5,
			enabled: needsAdmin,
			run: () => askName(model),
		},
		{
			id: 'node.revert',
			keys: ['v'],
			title: 'revert',
			description: 'Go back to the selected snapshot; later blocks are deleted.',
			group,
			enabled: needsSnapshot,
			run: () => confirmRevert(model),
		},
		{
			id: 'node.deleteSnapshot',
			keys: ['D', 'delete'],
			title: 'delete snapshot',
			description: 'Delete the selected snapshot; the chain stays as it is.',
			group,
			enabled: needsSnapshot,
			run: () => confirmDelete(model),
		},
		{
			id: 'node.rewind',
			keys: ['w'],
			title: 'rewind',
			description: 'Go back to any block the node keeps; later blocks are deleted.',
			group,
			enabled: needsAdmin,
			run: () => askHeight(model),
		},
	]
}

function askName(model: NodeModel): void {
	const { app } = model
	const form: Form = new Form(app, {
		title: 'Snapshot',
		action: 'take',
		intro: ['The snapshot survives a restart of the node.'],
		fields: [{ id: 'name', label: 'name', kind: 'text', placeholder: 'a free number' }],
		submit: async ({ name = '' }) => {
			const given = name.trim()
			const taken = await model.admin?.snapshot(...(given === '' ? [] : [given]))
			form.close()
			model.act(async () => {}, `snapshot ${safeText(taken ?? given, 40)} taken`)
		},
	})
	app.show(form)
}

function askHeight(model: NodeModel): void {
	const { app } = model
	const latest = (): number => app.state.status?.height ?? 0
	const form: Form = new Form(app, {
		title: 'Rewind',
		action: 'go back',
		intro: ['Later blocks, everything in them and later snapshots will be gone. The clock of the chain goes back too.'],
		fields: [
			{
				id: 'height',
				label: 'block',
				kind: 'text',
				validate: (value) =>
					/^\d{1,15}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= latest()
						? undefined
						: `a block from 1 to ${grouped(latest())}`,
				hint: (value) =>
					value.trim() === '' ? '' : `${counted(Math.max(0, latest() - Number(value)), 'block')} will be gone`,
			},
		],
		submit: async ({ height = '' }) => {
			await model.admin?.rewind(Number(height))
			form.close()
			model.act(() => model.reread(), `back at block ${grouped(Number(height))}`)
		},
	})
	app.show(form)
}

function confirmRevert(model: NodeModel): void {
	const snapshot = model.selectedSnapshot
	const height = model.app.state.status?.height ?? 0
	if (snapshot === undefined) return
	confirm(model.app, {
		title: 'Revert',
		text: [
			`Go back to block ${grouped(snapshot.height)}? ${counted(Math.max(0, height - snapshot.height), 'block')} after it and everything in them will be gone.`,
		],
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
	const name = safeText(snapshot.name, 40)
	confirm(model.app, {
		title: 'Delete a snapshot',
		text: [`Delete the snapshot ${name} of block ${grouped(snapshot.height)}? The chain stays as it is.`],
		action: 'delete',
		run: () => model.act((admin) => admin.deleteSnapshot(snapshot.name), `snapshot ${name} deleted`),
	})
}
