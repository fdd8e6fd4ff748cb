import { confirm } from '../../../kit/overlays/Confirm.tsx'
import type { EndpointsModel } from '../EndpointsModel.ts'
import type { PageActions } from '../PageModel.ts'

/** Commands for every page while somebody is logged in. */
export function accountActions(model: EndpointsModel): PageActions {
	return {
		statement: { footer: 6, run: () => model.go(model.routes.statement()) },
		account: { footer: 7, run: () => model.go(model.routes.account()) },
		invitations: { run: () => model.go(model.routes.invitations()) },
		audit: { run: () => model.go(model.routes.audit(undefined)) },
		logout: { run: () => logOut(model) },
	}
}

function logOut(model: EndpointsModel): void {
	confirm(model.app, {
		title: 'Log out',
		text: ['Log out of the endpoint service? Its session on this machine ends; endpoints and keys work on.'],
		action: 'log out',
		run: async () => {
			await model.client.logOut()
			model.app.toast('good', 'logged out')
			model.restart()
		},
	})
}
