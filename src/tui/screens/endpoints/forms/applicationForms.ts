import type { EndpointsApplication } from '../../../../client/index.ts'
import { confirm } from '../../../kit/overlays/Confirm.tsx'
import { Form } from '../../../kit/overlays/Form.tsx'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { nameField } from './newEndpoint.ts'

/** Changes name, description and rate limit. */
export function editApplication(model: EndpointsModel, application: EndpointsApplication): void {
	model.app.show(
		new Form(model.app, {
			title: `Edit ${safeText(application.name, 40)}`,
			action: 'save',
			fields: [
				nameField('name', 'name', application.name),
				{
					id: 'description',
					label: 'description',
					kind: 'text',
					initial: application.description,
					placeholder: 'none',
				},
				{
					id: 'rateLimit',
					label: 'rate limit',
					kind: 'text',
					initial: application.rateLimit === null ? '' : String(application.rateLimit),
					placeholder: 'none',
					validate: (value) =>
						value.trim() === '' || /^[1-9]\d{0,8}$/.test(value.trim())
							? undefined
							: 'calls a second, such as 100, or nothing for no limit',
					hint: () => 'calls a second; more are refused with status 429',
				},
			],
			submit: async ({ name = '', description = '', rateLimit = '' }, form) => {
				const limit = rateLimit.trim() === '' ? null : Number(rateLimit)
				await model.act(
					() => model.client.editApplication(application.id, { name, description, rateLimit: limit }),
					'application saved',
				)
				form.close()
			},
		}),
	)
}

/** Ends an endpoint; its name must be typed. */
export function deleteApplication(model: EndpointsModel, application: EndpointsApplication, up?: () => void): void {
	const name = safeText(application.name, 100)
	confirm(model.app, {
		title: 'Delete application',
		text: [
			`End the endpoint of ${name}? Its URL and all its keys stop working at once and for good.`,
			'Its usage stays on the statements.',
		],
		typed: name,
		action: 'delete',
		run: async () => {
			await model.client.deleteApplication(application.id)
			model.app.toast('good', 'application deleted')
			if (up === undefined) model.refresh()
			else up()
		},
	})
}

/** Switches whether callers need a key, after saying what is left to protect the endpoint. */
export function switchKeyRequired(model: EndpointsModel, application: EndpointsApplication): void {
	const required = !application.keyRequired
	const { origins, ips } = application
	const left = [
		...(origins.length === 0 ? [] : ['the allowed origins']),
		...(ips.length === 0 ? [] : ['the allowed IPs']),
	]
	const warning =
		left.length === 0
			? 'WARNING: nothing would protect the endpoint. Anyone who learns its URL can call it, and you pay. Set an allowlist (a) first.'
			: ips.length === 0
				? 'WARNING: only the Origin header would protect it. Browsers send it truthfully, any other program can set it at will.'
				: `Callers would be let in by ${left.join(' and ')} alone.`
	confirm(model.app, {
		title: required ? 'Require a key' : 'Let callers in without a key',
		text: required
			? ['Callers without a key will be refused from now on, within a second.']
			: ['A front end in a browser cannot keep a key secret; without one, the allowlists alone decide.', warning],
		action: required ? 'require a key' : 'let them in',
		run: () =>
			model.act(
				() => model.client.setKeyRequired(application.id, { required }),
				required ? 'a key is required now' : 'no key is needed now',
			),
	})
}

/** Edits both allowlists as text, one entry a line. */
export function editAllowlists(model: EndpointsModel, application: EndpointsApplication): void {
	const { origins, ips } = application
	model.app.show(
		new Form(model.app, {
			title: `Allowlists of ${safeText(application.name, 40)}`,
			action: 'save',
			intro: [
				'One entry a line (Ctrl-J makes a line). An empty list lets everybody in; with both, a caller must be on both.',
			],
			fields: [
				{
					id: 'origins',
					label: 'origins',
					kind: 'multiline',
					rows: 4,
					initial: origins.join('\n'),
					placeholder: 'https://shop.example   https://*.shop.example',
					hint: (value) => (entries(value).length === 0 ? 'any origin, and none' : `${entries(value).length} allowed`),
				},
				{
					id: 'ips',
					label: 'IPs',
					kind: 'multiline',
					rows: 4,
					initial: ips.join('\n'),
					placeholder: '203.0.113.7   203.0.113.0/24   2001:db8::/32',
					hint: (value) => (entries(value).length === 0 ? 'any address' : `${entries(value).length} allowed`),
				},
			],
			commands: (form) => [
				{
					id: 'allowlist-form.newline',
					keys: ['ctrl+j'],
					title: 'new line',
					description: 'Start the next entry of the allowlist.',
					group: 'Form',
					footer: 2,
					run: () => {
						form.onPaste('\n')
						model.app.touch()
					},
				},
			],
			submit: async (values, form) => {
				const changed = { origins: entries(values.origins ?? ''), ips: entries(values.ips ?? '') }
				await model.act(() => model.client.setAllowlists(application.id, changed), 'allowlists saved')
				form.close()
			},
		}),
	)
}

function entries(text: string): readonly string[] {
	return text.split(/[\s,]+/).filter((entry) => entry !== '')
}
