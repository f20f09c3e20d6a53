    // f(x) = x on [0, 1]: a first function, to be replaced by yours.
    double evaluate(double x) override {
        const gantry::Timed timed(evaluateTimer_);
        return x;
    }

    void getBounds(double& lowBound, double& upBound) override {
        lowBound = 0;
        upBound = 1;
    }

    // Without a closed form: false here, and a NaN there.
    bool hasExactIntegral() override { return true; }

    double getExactIntegral(double lowBound, double upBound) override {
        return (upBound * upBound - lowBound * lowBound) / 2;
    }

    std::string getFormula() override { return "x"; }

private:
    gantry::MethodTimer& evaluateTimer_ = timer("evaluate");
