import { Form } from '../../../kit/overlays/Form.tsx'
import { Notice } from '../../../kit/overlays/Notice.tsx'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { startDeviceLogin } from './DeviceLogin.tsx'
import { newPasswordFields } from './newPassword.ts'

/** Sets or lifts the number of relays a month after which calls are refused. */
export function setCap(model: EndpointsModel): void {
	const cap = model.account?.cap ?? null
	model.app.show(
		new Form(model.app, {
			title: 'Hard cap',
			action: 'save',
			intro: [
				'With a cap, calls beyond it are refused with status 402 until the month ends; without one they are billed.',
			],
			fields: [
				{
					id: 'cap',
					label: 'relays a month',
					kind: 'text',
					initial: cap === null ? '' : String(cap),
					placeholder: 'none',
					validate: (value) =>
						/^\s*[\d,_]{0,15}\s*$/.test(value) ? undefined : 'a number of relays, or nothing for no cap',
					hint: (value) => (digits(value) === '' ? 'no cap' : `${grouped(digits(value))} relays`),
				},
			],
			submit: async ({ cap: typed = '' }, form) => {
				const wanted = digits(typed) === '' ? null : Number(digits(typed))
				await model.act(
					async () => {
						model.account = await model.client.setCap({ cap: wanted })
					},
					wanted === null ? 'no cap now' : `capped at ${grouped(wanted)} relays a month`,
				)
				form.close()
			},
		}),
	)
}

function digits(text: string): string {
	return text.replaceAll(/\D/g, '')
}

/** Sets or changes the password; other sessions of the account end. */
export function changePassword(model: EndpointsModel): void {
	const known = model.account?.hasPassword === true
	const form: Form = new Form(model.app, {
		title: known ? 'Change the password' : 'Set a password',
		action: 'save',
		intro: ['All other sessions of the account end.'],
		fields: [
			{
				id: 'present',
				label: 'present',
				kind: 'secret',
				visible: () => known,
				validate: (value) => (value === '' ? 'the current password' : undefined),
			},
			...newPasswordFields('fresh', 'new', () => form),
		],
		submit: async ({ present = '', fresh = '' }) => {
			await model.act(() => model.client.changePassword({ present, fresh }), 'password changed')
			model.account = undefined
			form.close()
		},
	})
	model.app.show(form)
}

/** Adds an identity provider to the account that is logged in. */
export async function linkProvider(model: EndpointsModel): Promise<void> {
	const { app } = model
	const providers = (await model.client.loginMethods()).filter(({ kind }) => kind === 'device')
	if (providers.length === 0) {
		app.show(
			new Notice(app, {
				title: 'Identity providers',
				lines: () => [
					'This service has no identity provider.',
					'Name one in endpoints.json of its home, then start it again.',
				],
			}),
		)
		return
	}
	const form: Form = new Form(app, {
		title: 'Add a login to the account',
		action: 'go on',
		fields: [
			{
				id: 'provider',
				label: 'provider',
				kind: 'choice',
				choices: providers.map(({ id, label }) => ({ value: id, label: safeText(label, 60) })),
			},
		],
		submit: ({ provider = '' }) => {
			const method = providers.find(({ id }) => id === provider)
			form.close()
			if (method !== undefined) startDeviceLogin(model, method, { link: true })
		},
	})
	app.show(form)
}
