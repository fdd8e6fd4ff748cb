import { createElement, type ReactElement } from 'react'
import type { EndpointsModel } from './EndpointsModel.ts'
import type { Page, PageModel, PageRoutes } from './PageModel.ts'
import { ApplicationModel } from './pages/ApplicationModel.ts'
import { ApplicationPage } from './pages/ApplicationPage.tsx'
import { accountPage } from './pages/accountPage.tsx'
import { auditPage } from './pages/auditPage.tsx'
import { invitationsPage } from './pages/invitationsPage.ts'
import { LoginModel, LoginPage } from './pages/LoginPage.tsx'
import { projectPage } from './pages/projectPage.ts'
import { projectsPage } from './pages/projectsPage.tsx'
import { StatisticsModel, StatisticsPage } from './pages/StatisticsPage.tsx'
import { statementPage } from './pages/statementPage.tsx'
import { teamPage } from './pages/teamPage.tsx'
import { TryModel } from './pages/try/TryModel.ts'
import { TryPage } from './pages/try/TryPage.tsx'

/** The pages of a model. */
export function createRoutes(model: EndpointsModel): PageRoutes {
	return {
		login: () => page(new LoginModel(model), LoginPage),
		projects: () => projectsPage(model),
		project: (project) => projectPage(model, project),
		team: (project) => teamPage(model, project),
		invitations: () => invitationsPage(model),
		application: (project, application) => page(new ApplicationModel(model, project, application), ApplicationPage),
		statistics: (application) => page(new StatisticsModel(model, application), StatisticsPage),
		tryIt: (application) => page(new TryModel(model, application), TryPage),
		statement: () => statementPage(model),
		account: () => accountPage(model),
		audit: (project) => auditPage(model, project),
	}
}

function page<Model extends PageModel>(model: Model, View: (props: { readonly model: Model }) => ReactElement): Page {
	return { model, view: () => createElement(View, { model }) }
}
