// In the page: an EIP-1193 provider, whose requests the bridge hands on.
let last = 0
window.ethereum = {
	request: ({ method, params = [] }) =>
		new Promise((resolve, reject) => {
			const id = ++last
			const heard = ({ data }) => {
				if (data?.answerTo !== id) return
				window.removeEventListener('message', heard)
				if (data.error === undefined) resolve(data.result)
				else reject(new Error(data.error))
			}
			window.addEventListener('message', heard)
			window.postMessage({ ask: id, method, params }, '*')
		}),
}
