import type { TuiApp } from '../../app/TuiApp.ts'
import type { PickerItem } from '../../kit/models/PickerItem.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { Picker } from '../../kit/overlays/Picker.tsx'
import { fuzzy } from '../../kit/text/fuzzy.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** A node saved under a name. */
interface SavedNode {
	readonly name: string
	readonly url: string
}

/** The saved nodes; Enter on one leaves the present node for it. */
export class NodePicker extends Picker<TuiApp> {
	readonly name = 'nodes'
	readonly title = 'Nodes'
	protected readonly placeholder = 'name or address'

	protected items(query: string): readonly PickerItem[] {
		const { app } = this
		const used = app.preferences.get('node')
		const nodes = savedNodes(app)
		const item = (group: string, label: string, detail: string, run: () => void, disabled = ''): PickerItem => ({
			group,
			label,
			detail,
			right: '',
			disabled,
			run,
		})
		const inUse = (url: string): string => (url === used ? 'in use' : '')
		const items = [
			item('Use', 'own chain', 'the node the program was started with', () => app.switchNode(''), inUse('')),
			...nodes.map(({ name, url }) =>
				item('Use', safeText(name, 40), safeText(url, 100), () => app.switchNode(url), inUse(url)),
			),
			item('Save', 'save a node', 'the address of its JSON-RPC and a name', () => saveNode(app)),
			...nodes.map(({ name, url }) =>
				item('Forget', `forget ${safeText(name, 40)}`, safeText(url, 100), () => forget(app, url), inUse(url)),
			),
		]
		return fuzzy(items, query, (found) => found)
	}
}

function savedNodes(app: TuiApp): readonly SavedNode[] {
	return app.preferences.get('nodes').flatMap((line) => {
		const [name = '', url = ''] = line.split('\t')
		return url === '' ? [] : [{ name, url }]
	})
}

function forget(app: TuiApp, url: string): void {
	const before = app.preferences.get('nodes')
	app.preferences.set(
		'nodes',
		before.filter((line) => line.split('\t')[1] !== url),
	)
	const [name = ''] = before.find((line) => line.split('\t')[1] === url)?.split('\t') ?? []
	app.toast('info', `${name} is forgotten`, {
		run: () => {
			app.preferences.set('nodes', before)
			app.toast('good', `${name} is saved again`)
		},
	})
}

function saveNode(app: TuiApp): void {
	app.show(
		new Form(app, {
			title: 'Save a node',
			action: 'save and use',
			fields: [
				{
					id: 'url',
					label: 'address',
					kind: 'text',
					placeholder: 'http://127.0.0.1:26657',
					validate: (value) => (nodeUrl(value) === undefined ? 'http:// or https:// and a host' : undefined),
				},
				{
					id: 'name',
					label: 'name',
					kind: 'text',
					placeholder: 'its host',
					validate: (value) =>
						savedNodes(app).some(({ name }) => name === value.trim()) ? 'there is a node of that name' : undefined,
				},
			],
			submit: ({ url = '', name = '' }, form) => {
				const address = nodeUrl(url)
				if (address === undefined) return
				const label = name.trim().replaceAll('\t', ' ')
				const line = `${label === '' ? new URL(address).host : label}\t${address}`
				const others = app.preferences.get('nodes').filter((other) => other.split('\t')[1] !== address)
				app.preferences.set('nodes', [...others, line])
				form.close()
				app.switchNode(address)
			},
		}),
	)
}

function nodeUrl(text: string): string | undefined {
	const url = text.trim().replace(/\/+$/, '')
	return /^https?:\/\/[^/\s]/.test(url) && URL.canParse(url) ? url : undefined
}
