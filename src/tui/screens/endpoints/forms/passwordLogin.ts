import type { FieldOptions } from '../../../kit/models/FormField.ts'
import { type Form, showForm } from '../../../kit/overlays/Form.tsx'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { newEndpoint } from './newEndpoint.ts'

/** Creates an account with e-mail and password and continues with the first endpoint. */
export function signUp(model: EndpointsModel): void {
	const { app } = model
	const form: Form = showForm(app, {
		title: 'Sign up',
		action: 'sign up',
		fields: [emailField, ...newPasswordFields('password', 'password', () => form)],
		submit: async ({ email = '', password = '' }) => {
			form.busy = 'making the account'
			await model.client.signUp(email.trim(), password)
			form.close()
			app.toast('good', 'signed up and logged in')
			model.restart()
			newEndpoint(model)
		},
	})
}

/** Logs in with e-mail and password. */
export function logIn(model: EndpointsModel): void {
	const { app } = model
	const form: Form = showForm(app, {
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
			form.busy = 'logging in'
			await model.client.logIn(email.trim(), password)
			form.close()
			app.toast('good', 'logged in')
			model.restart()
		},
	})
}

const emailField = {
	id: 'email',
	label: 'e-mail',
	placeholder: 'you@example.com',
	validate: (value: string) =>
		/^\s*\S+@\S+\s*$/.test(value) ? undefined : 'an e-mail address such as you@example.com',
} as const

/** Sets or changes the password; other sessions of the account end. */
export function changePassword(model: EndpointsModel): void {
	const known = model.account?.hasPassword === true
	const form: Form = showForm(model.app, {
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
}

/** Shortest password the service takes, in characters. */
const shortest = 10
const tooShort = `at least ${shortest} characters`

/** The two fields of a new password, which is typed twice. `form` is asked while one types. */
function newPasswordFields(id: string, label: string, form: () => Form): readonly FieldOptions[] {
	return [
		{
			id,
			label,
			kind: 'secret',
			validate: (value) => (value.length < shortest ? tooShort : undefined),
			hint: (value) => (value.length < shortest ? tooShort : ''),
		},
		{
			id: 'again',
			label: 'once more',
			kind: 'secret',
			validate: (value) => (value === form().field(id)?.value ? undefined : 'not the same password'),
		},
	]
}
