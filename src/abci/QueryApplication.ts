import type { Application, InfoResponse } from './Application.ts'

/** The side of an application that answers questions, wherever it runs: committed state and simulations. */
export interface QueryApplication extends Pick<Application, 'query' | 'simulate'> {
	info(): InfoResponse | Promise<InfoResponse>
}
