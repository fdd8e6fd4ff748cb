import { Form } from '../../../kit/overlays/Form.tsx'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { newEndpoint } from './newEndpoint.ts'
import { newPasswordFields } from './newPassword.ts'

/** Creates an account with e-mail and password and continues with the first endpoint. */
export function signUp(model: EndpointsModel): void {
	const { app } = model
	const form: Form = new Form(app, {
		title: 'Sign up',
		action: 'sign up',
		fields: [emailField, ...newPasswordFields('password', 'password', () => form)],
		submit: async ({ email = '', password = '' }) => {
			busy(form, 'making the account', app.touch)
			await model.client.signUp(email.trim(), password)
			form.close()
			app.toast('good', 'signed up and logged in')
			model.restart()
			newEndpoint(model)
		},
	})
	app.show(form)
}

/** Logs in with e-mail and password. */
export function logIn(model: EndpointsModel): void {
	const { app } = model
	const form: Form = new Form(app, {
		title: 'Log in',
		action: 'log in',
		fields: [
			emailField,
			{
				id: 'password',
				label: 'password',
				kind: 'secret',
				validate: (value) => (value === '' ? 'the password of the account' : undefined),
			},
		],
		submit: async ({ email = '', password = '' }) => {
			busy(form, 'logging in', app.touch)
			await model.client.logIn(email.trim(), password)
			form.close()
			app.toast('good', 'logged in')
			model.restart()
		},
	})
	app.show(form)
}

const emailField = {
	id: 'email',
	label: 'e-mail',
	kind: 'text',
	placeholder: 'you@example.com',
	validate: (value: string) =>
		/^\s*\S+@\S+\s*$/.test(value) ? undefined : 'an e-mail address such as you@example.com',
} as const

function busy(form: Form, text: string, touch: () => void): void {
	form.busy = text
	touch()
}
