import type { EndpointsProject } from '../../../../client/index.ts'
import { confirm } from '../../../kit/overlays/Confirm.tsx'
import { Form } from '../../../kit/overlays/Form.tsx'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { nameField } from './newEndpoint.ts'

/** Renames a project. */
export function renameProject(model: EndpointsModel, project: EndpointsProject): void {
	model.app.show(
		new Form(model.app, {
			title: `Rename ${safeText(project.name, 40)}`,
			action: 'rename',
			fields: [nameField('name', 'name', project.name)],
			submit: async ({ name = '' }, form) => {
				await model.act(() => model.client.renameProject(project.id, { name }), 'project renamed')
				form.close()
			},
		}),
	)
}

/** Removes a project that holds no application any more. */
export function deleteProject(model: EndpointsModel, project: EndpointsProject): void {
	confirm(model.app, {
		title: 'Delete project',
		text: [`Delete the project ${safeText(project.name, 80)}? Its team loses it. Applications must be deleted first.`],
		action: 'delete',
		run: () => model.act(() => model.client.deleteProject(project.id), 'project deleted'),
	})
}
