import type { EndpointsModel } from './EndpointsModel.ts'
import type { PageRoutes } from './PageRoutes.ts'
import { AccountPage } from './pages/AccountPage.ts'
import { ApplicationPage } from './pages/ApplicationPage.ts'
import { AuditPage } from './pages/AuditPage.ts'
import { InvitationsPage } from './pages/InvitationsPage.ts'
import { LoginPage } from './pages/LoginPage.ts'
import { ProjectPage } from './pages/ProjectPage.ts'
import { ProjectsPage } from './pages/ProjectsPage.ts'
import { StatementPage } from './pages/StatementPage.ts'
import { StatisticsPage } from './pages/StatisticsPage.ts'
import { TeamPage } from './pages/TeamPage.ts'
import { TryPage } from './pages/TryPage.ts'

/** The pages of a model. */
export function createRoutes(model: EndpointsModel): PageRoutes {
	return {
		login: () => new LoginPage(model),
		projects: () => new ProjectsPage(model),
		project: (project) => new ProjectPage(model, project),
		team: (project) => new TeamPage(model, project),
		invitations: () => new InvitationsPage(model),
		application: (project, application) => new ApplicationPage(model, project, application),
		statistics: (application) => new StatisticsPage(model, application),
		tryIt: (application) => new TryPage(model, application),
		statement: () => new StatementPage(model),
		account: () => new AccountPage(model),
		audit: (project) => new AuditPage(model, project),
	}
}
