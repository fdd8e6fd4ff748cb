import type { EndpointsApplication, EndpointsProject } from '../../../client/index.ts'
import type { Page } from './PageModel.ts'

/** Makes the pages; they lead to each other through this and know nothing of each other. */
export interface PageRoutes {
	login(): Page
	projects(): Page
	project(project: EndpointsProject): Page
	team(project: EndpointsProject): Page
	/** Open invitations and offers to the account. */
	invitations(): Page
	application(project: EndpointsProject, application: EndpointsApplication): Page
	statistics(application: EndpointsApplication): Page
	tryIt(application: EndpointsApplication): Page
	statement(): Page
	account(): Page
	/** Of a project, or of everything that the account owns. */
	audit(project: EndpointsProject | undefined): Page
}
