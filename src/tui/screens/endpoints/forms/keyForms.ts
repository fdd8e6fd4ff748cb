import type { ApplicationKey, EndpointsApplication } from '../../../../client/index.ts'
import { confirm } from '../../../kit/overlays/Confirm.tsx'
import { Form } from '../../../kit/overlays/Form.tsx'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { KeyBox } from './KeyBox.tsx'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Makes another key of an application and shows it once. */
export function createKey(model: EndpointsModel, application: EndpointsApplication): void {
	const { app } = model
	app.show(
		new Form(app, {
			title: 'New key',
			action: 'create',
			fields: [
				{ id: 'label', label: 'label', kind: 'text', placeholder: 'what it is for, such as backend' },
				{
					id: 'days',
					label: 'expires',
					kind: 'choice',
					choices: [
						{ value: '', label: 'never' },
						{ value: '30', label: 'in 30 days' },
						{ value: '90', label: 'in 90 days' },
						{ value: '365', label: 'in a year' },
					],
				},
			],
			submit: async ({ label = '', days = '' }, form) => {
				const key = await model.client.createKey(application.id, {
					label: label.trim(),
					...(days === '' ? {} : { expiresAt: app.clock() + Number(days) * dayMs }),
				})
				form.close()
				model.freshKeys.set(application.id, key.key)
				model.refresh()
				app.show(new KeyBox(app, { application, key, title: 'New key' }))
			},
		}),
	)
}

/** Makes the successor of a key; the old one works on for a while. */
export function rotateKey(model: EndpointsModel, application: EndpointsApplication, old: ApplicationKey): void {
	const { app } = model
	app.show(
		new Form(app, {
			title: `Rotate ${safeText(old.hint, 40)}`,
			action: 'rotate',
			intro: ['A new key takes its place; the old one works on until your programs have changed over.'],
			fields: [
				{
					id: 'hours',
					label: 'old key works',
					kind: 'choice',
					initial: '24',
					choices: [
						{ value: '0', label: 'no longer: it ends at once' },
						{ value: '1', label: 'one more hour' },
						{ value: '24', label: 'one more day' },
						{ value: '168', label: 'one more week' },
					],
				},
			],
			submit: async ({ hours = '24' }, form) => {
				const overlapMs = Number(hours) * hourMs
				const key = await model.client.rotateKey(application.id, old.id, { overlapMs })
				form.close()
				model.freshKeys.set(application.id, key.key)
				model.refresh()
				const rest = overlapMs === 0 ? 'has ended' : `ends in ${hours === '1' ? 'an hour' : `${hours} hours`}`
				app.show(
					new KeyBox(app, {
						application,
						key,
						title: 'New key',
						note: `The old key ${safeText(old.hint, 40)} ${rest}.`,
					}),
				)
			},
		}),
	)
}

/** Revokes a key permanently. */
export function revokeKey(model: EndpointsModel, application: EndpointsApplication, key: ApplicationKey): void {
	const label = key.label === '' ? '' : ` (${safeText(key.label, 80)})`
	confirm(model.app, {
		title: 'Revoke key',
		text: [
			`Revoke ${safeText(key.hint, 40)}${label}? Programs that still use it are refused within a second, for good.`,
		],
		action: 'revoke',
		run: () => model.act(() => model.client.revokeKey(application.id, key.id), 'key revoked'),
	})
}
