// Between the page and the wallet.
window.addEventListener('message', async ({ data }) => {
	if (data?.ask === undefined) return
	const answer = await chrome.runtime.sendMessage({ method: data.method, params: data.params })
	window.postMessage({ answerTo: data.ask, ...answer }, '*')
})
