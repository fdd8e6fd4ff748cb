// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A wall that anybody writes greetings on, and whose painter may clean it. Coins given with a greeting go to the painter.
contract Wall {
    struct Greeting {
        address author;
        uint64 time;
        string text;
    }

    error EmptyGreeting();
    error NotThePainter(address caller);
    error NoSuchGreeting(uint256 id, uint256 count);

    event Greeted(uint256 indexed id, address indexed author, string text, uint256 tip);
    event Cleaned(uint256 greetings);

    address public immutable painter;
    string public title;
    uint256 public tips;
    Greeting[] private greetings;

    constructor(string memory title_) {
        painter = msg.sender;
        title = title_;
    }

    /// Writes a greeting; coins that come with it are a tip.
    function greet(string calldata text) external payable returns (uint256 id) {
        if (bytes(text).length == 0) revert EmptyGreeting();
        id = greetings.length;
        greetings.push(Greeting(msg.sender, uint64(block.timestamp), text));
        tips += msg.value;
        emit Greeted(id, msg.sender, text, msg.value);
    }

    function count() external view returns (uint256) {
        return greetings.length;
    }

    function greeting(uint256 id) external view returns (Greeting memory) {
        if (id >= greetings.length) revert NoSuchGreeting(id, greetings.length);
        return greetings[id];
    }

    /// Takes all greetings off, and the tips along.
    function clean() external {
        if (msg.sender != painter) revert NotThePainter(msg.sender);
        emit Cleaned(greetings.length);
        delete greetings;
        uint256 amount = tips;
        tips = 0;
        (bool paid, ) = painter.call{value: amount}("");
        require(paid, "the painter takes no coins");
    }
}
