import { createElement, type ReactElement } from 'react'
import type { EndpointsModel } from './EndpointsModel.ts'
import type { Page, PageModel } from './PageModel.ts'
import type { PageRoutes } from './PageRoutes.ts'
import { AccountModel } from './pages/account/AccountModel.ts'
import { AccountPage } from './pages/account/AccountPage.tsx'
import { ApplicationModel } from './pages/application/ApplicationModel.ts'
import { ApplicationPage } from './pages/application/ApplicationPage.tsx'
import { AuditModel } from './pages/audit/AuditModel.ts'
import { AuditPage } from './pages/audit/AuditPage.tsx'
import { InvitationsModel } from './pages/invitations/InvitationsModel.ts'
import { InvitationsPage } from './pages/invitations/InvitationsPage.tsx'
import { LoginModel } from './pages/login/LoginModel.ts'
import { LoginPage } from './pages/login/LoginPage.tsx'
import { ProjectModel } from './pages/project/ProjectModel.ts'
import { ProjectPage } from './pages/project/ProjectPage.tsx'
import { ProjectsModel } from './pages/projects/ProjectsModel.ts'
import { ProjectsPage } from './pages/projects/ProjectsPage.tsx'
import { StatementModel } from './pages/statement/StatementModel.ts'
import { StatementPage } from './pages/statement/StatementPage.tsx'
import { StatisticsModel } from './pages/statistics/StatisticsModel.ts'
import { StatisticsPage } from './pages/statistics/StatisticsPage.tsx'
import { TeamModel } from './pages/team/TeamModel.ts'
import { TeamPage } from './pages/team/TeamPage.tsx'
import { TryModel } from './pages/try/TryModel.ts'
import { TryPage } from './pages/try/TryPage.tsx'

/** The pages of a model. */
export function createRoutes(model: EndpointsModel): PageRoutes {
	return {
		login: () => page(new LoginModel(model), LoginPage),
		projects: () => page(new ProjectsModel(model), ProjectsPage),
		project: (project) => page(new ProjectModel(model, project), ProjectPage),
		team: (project) => page(new TeamModel(model, project), TeamPage),
		invitations: () => page(new InvitationsModel(model), InvitationsPage),
		application: (project, application) => page(new ApplicationModel(model, project, application), ApplicationPage),
		statistics: (application) => page(new StatisticsModel(model, application), StatisticsPage),
		tryIt: (application) => page(new TryModel(model, application), TryPage),
		statement: () => page(new StatementModel(model), StatementPage),
		account: () => page(new AccountModel(model), AccountPage),
		audit: (project) => page(new AuditModel(model, project), AuditPage),
	}
}

function page<Model extends PageModel>(model: Model, View: (props: { readonly model: Model }) => ReactElement): Page {
	return { model, view: () => createElement(View, { model }) }
}
