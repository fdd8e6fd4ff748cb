/** An account, a project and an application with a key at an endpoint service. */
export async function makeEndpoint(service) {
	let token
	const post = async (path, body) => {
		const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
		const response = await fetch(`${service}/manage/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
		if (!response.ok) throw new Error(await response.text())
		return response.json()
	}
	token = (await post('/accounts', { email: 'bench@example.com', password: 'a long password' })).token
	const project = await post('/projects', { name: 'bench' })
	const { application, key } = await post(`/projects/${project.id}/applications`, {
		name: 'bench',
		network: 'archival',
	})
	return { url: application.url, key: key.key }
}
