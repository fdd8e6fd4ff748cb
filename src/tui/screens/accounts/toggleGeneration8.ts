import type { AccountsModel } from './AccountsModel.ts'

/** Switches the REST server of generation 8 and shows its address. */
export async function toggleGeneration8({ app }: AccountsModel): Promise<void> {
	const { client } = app
	const on = app.state.status?.listeners.legacy8 === undefined
	await client?.admin?.setListener('legacy8', on)
	const status = await client?.status()
	if (status !== undefined) app.set({ status })
	const where = status?.listeners.legacy8
	app.toast('good', on ? `generation 8 listens on ${where ?? 'its address'}` : 'generation 8 is off')
}
