import { type EndpointNetwork, type EndpointsProject, type Field, managementRoutes } from '../../../../client/index.ts'
import type { FieldOptions } from '../../../kit/models/FormField.ts'
import { type Form, showForm } from '../../../kit/overlays/Form.tsx'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { KeyBox } from './KeyBox.tsx'

/** Creates a project with its first endpoint: the shortest way to a URL and a key. */
export function newEndpoint(model: EndpointsModel): void {
	const { app } = model
	const project: { made?: EndpointsProject } = {}
	const network = networkChoice(model)
	const form: Form = showForm(app, {
		title: 'New project with an endpoint',
		action: 'create',
		get intro() {
			const what = 'A project holds the endpoints of a team. Enter makes it, with one endpoint and its first key.'
			return [what, ...network.notice(form.field('network')?.value)]
		},
		focus: 'name',
		fields: [nameField('project', 'project', 'My project'), nameField('name', 'application', 'App'), network.field],
		submit: async ({ project: projectName = '', name = '', network: chosen = '' }) => {
			form.busy = 'making the endpoint'
			// A second try after an error must not make a second project.
			project.made ??= await model.client.createProject({ name: projectName })
			await create(model, form, project.made, name, '', chosen)
		},
	})
}

/** Makes another endpoint in a project. */
export function newApplication(model: EndpointsModel, project: EndpointsProject): void {
	const { app } = model
	const network = networkChoice(model)
	const form: Form = showForm(app, {
		title: 'New application',
		action: 'create',
		get intro() {
			const what = 'An application is one endpoint on one network.'
			return [what, ...network.notice(form.field('network')?.value)]
		},
		fields: [
			nameField('name', 'name', ''),
			network.field,
			{ id: 'description', label: 'description', placeholder: 'none' },
		],
		submit: async ({ name = '', network: chosen = '', description = '' }) => {
			form.busy = 'making the endpoint'
			await create(model, form, project, name, description, chosen)
		},
	})
}

async function create(
	model: EndpointsModel,
	form: Form,
	project: EndpointsProject,
	name: string,
	description: string,
	network: string,
): Promise<void> {
	const { application, key } = await model.client.createApplication(project.id, {
		name,
		description,
		network: network === 'pruning' ? 'pruning' : 'archival',
	})
	form.close()
	model.freshKeys.set(application.id, key.key)
	model.pages = [model.routes.projects(), model.routes.project(project)]
	model.go(model.routes.application(project, application))
	model.app.show(new KeyBox(model.app, { application, key, title: 'Your endpoint is ready' }))
}

/** A field for the name of something. */
function nameField(id: string, label: string, initial: string): FieldOptions {
	return {
		id,
		label,
		initial,
		placeholder: 'Storefront',
		validate: (value) => (value.trim() === '' ? 'it needs a name' : undefined),
	}
}

/** The field for an application's network, and what the node cannot answer of the one that is chosen. */
interface NetworkChoice {
	readonly field: FieldOptions
	/** Notice above the fields; empty if the node keeps everything that the network serves. */
	notice(network: string | undefined): readonly string[]
}

/** Asks the service what its node keeps; the form shows it as soon as it is known. */
function networkChoice(model: EndpointsModel): NetworkChoice {
	let known: readonly EndpointNetwork[] = []
	model.app.attempt(
		async () => {
			known = await model.client.networks()
			model.app.touch()
		},
		// Creating the application will report the error.
		() => {},
	)
	const { network } = managementRoutes.createApplication.fields as Readonly<Record<string, Field>>
	return {
		field: {
			id: 'network',
			label: 'network',
			kind: 'choice',
			choices: Object.entries(network?.choices ?? {}).map(([value, label]) => ({ value, label })),
		},
		notice: (network) => {
			const { notice = '' } = known.find(({ id }) => id === network) ?? {}
			return notice === '' ? [] : [`Note: ${notice}`]
		},
	}
}
